import type { MicroOdds, MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { Message } from '@tallystone/core/sentences/sentence';

/**
 * Azuro as we see it: all that the rest of the server knows of the outside system. What comes out of it has
 * been parsed, cleaned and bounded; what made no sense was dropped element by element and noted.
 */
export interface AzuroFeed {
  /** Games that have not ended: Prematch and Live. */
  listGames(): Promise<FeedGame[]>;
  /** In any state, each as it came as well; unknown ids are left out. */
  gamesByIds(ids: readonly string[]): Promise<(FeedGame & GameUpdate)[]>;
  /** Every condition of the games, in any state. */
  conditionsByGameIds(ids: readonly string[]): Promise<FeedCondition[]>;
  /** State and odds of conditions; unknown ids are left out. */
  conditionStates(ids: readonly string[]): Promise<ConditionUpdate[]>;
  /**
   * How games and all their conditions stand, as results are decided by it: asked anew, never from memory. One
   * for each game of which anything is said.
   */
  resultsOf(gameIds: readonly string[]): Promise<FeedResult[]>;
  /** Opens the socket and keeps it open until closed. It says what changes and nothing of how things stand. */
  subscribe(listener: FeedListener): FeedSubscription;
  /** Somebody asks by hand: the next call is made once, also when the feed is left alone after failures. */
  probe(): void;
  /** Ends what is under way and every subscription; later calls are refused with FeedUnavailable. */
  close(): void;
}

export type GameState = 'Prematch' | 'Live' | 'Finished' | 'Stopped' | 'Canceled';
export type ConditionState = 'Active' | 'Stopped' | 'Resolved' | 'Canceled' | 'Removed';
/** Of newer servers. */
export type OutcomeState = 'Active' | 'Stopped' | 'Canceled' | 'Won' | 'Lost';

export interface FeedGame {
  readonly id: string;
  readonly title: string;
  readonly state: GameState;
  readonly startsAt: Date;
  readonly sport: { readonly id: string; readonly name: string };
  readonly league: { readonly name: string; readonly isTopLeague: boolean };
  readonly country: { readonly name: string };
  /** Micro-USDT. */
  readonly turnover: MicroUsdc;
  /** Usually home and away. */
  readonly participants: readonly string[];
}

export interface FeedOutcome {
  readonly id: string;
  /** Own title of a modern condition, or null: the dictionary has the name. */
  readonly title: string | null;
  /** Floored to two decimals; null when it cannot be bet on, as at 1, or makes no sense. */
  readonly odds: MicroOdds | null;
  /** Its place among the outcomes, of newer servers. Their order in an answer says nothing. */
  readonly sort: number | null;
  /** Whether it is above, below or with a line, such as 2.5, of a modern condition. */
  readonly hasLine: boolean;
}

export interface FeedCondition {
  readonly id: string;
  readonly gameId: string;
  readonly sportId: string;
  readonly state: ConditionState;
  readonly hidden: boolean;
  readonly title: string | null;
  /** Of newer servers, such as `winner`. */
  readonly category: string | null;
  /** Which modern conditions belong to one market; null for all others. */
  readonly marketId: string | null;
  readonly sort: number | null;
  readonly outcomes: readonly FeedOutcome[];
  readonly wonOutcomeIds: readonly string[];
}

/** What the feed says of how a game and its conditions ended, with the answer itself as evidence. */
export interface FeedResult {
  readonly gameId: string;
  /** Just before it was asked for. */
  readonly askedAt: Date;
  /** Null: nothing is said of the game itself. A start that makes no sense is null, too. */
  readonly game: { readonly state: GameState; readonly startsAt: Date | null; readonly raw: unknown } | null;
  readonly conditions: readonly FeedEnd[];
}

/** A result is said by the condition, by its outcomes, or by both: `conditionResult` says what it is. */
export interface FeedEnd {
  readonly id: string;
  readonly state: ConditionState;
  /** Each once, sorted; empty where the condition names no winner. */
  readonly wonOutcomeIds: readonly string[];
  /** Each once, sorted; the state is null where the server sends none. */
  readonly outcomes: readonly { readonly id: string; readonly state: OutcomeState | null }[];
  /** The condition as it came, bounded. */
  readonly raw: unknown;
}

/** An update with any odds that make no sense is dropped whole: what was known before stays, and ages. */
export interface ConditionUpdate {
  readonly id: string;
  readonly state: ConditionState;
  /** Possibly not all of the condition's. Check the whole with `isSoundPrice` before taking it over. */
  readonly outcomes: readonly Pick<FeedOutcome, 'id' | 'odds'>[];
}

export interface GameUpdate {
  readonly id: string;
  readonly state: GameState;
  readonly startsAt: Date;
  /** As it came, of any length. */
  readonly raw: unknown;
}

export interface FeedListener {
  onCondition(update: ConditionUpdate): void;
  onGame(update: GameUpdate): void;
  /** After every opening: what changed meanwhile was missed and must be read. */
  onOpen(): void;
}

export interface FeedSubscription {
  /** From now on exactly these are followed. */
  follow(wanted: { conditionIds: readonly string[]; gameIds: readonly string[] }): void;
  readonly isOpen: boolean;
  close(): void;
}

/** The feed gave no usable answer, after all tries. */
export class FeedUnavailable extends Error {
  readonly said: Message;

  constructor(said: Message, options?: ErrorOptions) {
    super(said.sentence, options);
    this.said = said;
  }
}
