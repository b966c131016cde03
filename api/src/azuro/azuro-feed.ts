import type { MicroOdds, MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { Message } from '@tallystone/core/sentences/sentence';

/**
 * All that the rest of the server knows of Azuro. Everything it returns has been parsed, cleaned and limited in size.
 * Elements that can't be parsed are dropped one by one and noted.
 */
export interface AzuroFeed {
  /** Games that have not ended: Prematch and Live. */
  listGames(): Promise<FeedGame[]>;
  /** In any state, each with its raw answer. Leaves out unknown ids. */
  gamesByIds(ids: readonly string[]): Promise<(FeedGame & GameUpdate)[]>;
  /** Every condition of the games, in any state. */
  conditionsByGameIds(ids: readonly string[]): Promise<FeedCondition[]>;
  /** State and odds of conditions. Leaves out unknown ids. */
  conditionStates(ids: readonly string[]): Promise<ConditionUpdate[]>;
  /**
   * The states of games and all their conditions, from which results are decided. Always asks the feed, never a cache.
   * Returns one result for each game that the feed knows anything about.
   */
  resultsOf(gameIds: readonly string[]): Promise<FeedResult[]>;
  /** Opens the socket and keeps it open until closed. It sends changes only, no first state. */
  subscribe(listener: FeedListener): FeedSubscription;
  /** Opens the socket of scores and keeps it open until closed. It sends changes only, no first state. */
  subscribeToScores(listener: ScoreListener): ScoreSubscription;
  /** Called when an admin asks by hand: the next call goes out once, even while the breaker is open. */
  probe(): void;
  /** Milliseconds since the feed last answered or sent anything; null: never. */
  silentMs(): number | null;
  /** Aborts running calls and closes every subscription. Later calls throw FeedUnavailable. */
  close(): void;
}

export const GAME_STATES = ['Prematch', 'Live', 'Finished', 'Stopped', 'Canceled'] as const;
type GameState = (typeof GAME_STATES)[number];
export const CONDITION_STATES = ['Active', 'Stopped', 'Resolved', 'Canceled', 'Removed'] as const;
export type ConditionState = (typeof CONDITION_STATES)[number];
/** Sent by newer servers. */
export const OUTCOME_STATES = ['Active', 'Stopped', 'Canceled', 'Won', 'Lost'] as const;
export type OutcomeState = (typeof OUTCOME_STATES)[number];

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
  /** The title, if the condition is modern. Null: the dictionary has the name. */
  readonly title: string | null;
  /** Floored to two decimals. Null if it can't be bet on (as at 1) or can't be parsed. */
  readonly odds: MicroOdds | null;
  /** Its place among the outcomes, sent by newer servers. The order in an answer means nothing. */
  readonly sort: number | null;
  /** The line of a modern outcome, such as 2.5 for "over 2.5", as the feed writes it; null without one. */
  readonly line: string | null;
}

export interface FeedCondition {
  readonly id: string;
  readonly gameId: string;
  readonly sportId: string;
  readonly state: ConditionState;
  readonly hidden: boolean;
  /** Whether it takes bets while its game runs. */
  readonly isLiveEnabled: boolean;
  readonly title: string | null;
  /** Sent by newer servers, such as `winner`. */
  readonly category: string | null;
  /** Modern conditions with the same id belong to one market. Null for all others. */
  readonly marketId: string | null;
  readonly sort: number | null;
  readonly outcomes: readonly FeedOutcome[];
  readonly wonOutcomeIds: readonly string[];
}

/** How a game and its conditions ended according to the feed, with the raw answer as evidence. */
export interface FeedResult {
  readonly gameId: string;
  /** Just before the call. */
  readonly askedAt: Date;
  /** Null if the answer doesn't have the game itself. A start that can't be parsed is null, too. */
  readonly game: { readonly state: GameState; readonly startsAt: Date | null; readonly raw: unknown } | null;
  readonly conditions: readonly FeedEnd[];
}

/** The condition, its outcomes or both may give the result: `conditionResult` decides what it is. */
export interface FeedEnd {
  readonly id: string;
  readonly state: ConditionState;
  /** Each once, sorted; empty if the condition names no winner. */
  readonly wonOutcomeIds: readonly string[];
  /** Each once, sorted; the state is null if the server sends none. */
  readonly outcomes: readonly { readonly id: string; readonly state: OutcomeState | null }[];
  /** The raw condition, limited in size. */
  readonly raw: unknown;
}

/** If any odds of an update can't be parsed, the whole update is dropped: the old odds stay and age. */
export interface ConditionUpdate {
  readonly id: string;
  readonly state: ConditionState;
  /** Whether its outcomes show that betting has ended on all of them together, although it is active; absent if not. */
  readonly isOver?: true;
  /** May lack some outcomes of the condition. Check the full price with `isSoundPrice` before you apply it. */
  readonly outcomes: readonly (Pick<FeedOutcome, 'id' | 'odds'> & {
    /** Whether it has won, lost or was canceled; absent if not. */
    readonly isDecided?: true;
  })[];
}

export interface GameUpdate {
  readonly id: string;
  readonly state: GameState;
  readonly startsAt: Date;
  /** The raw update, of any length. */
  readonly raw: unknown;
}

export interface FeedListener {
  onCondition(update: ConditionUpdate): void;
  onGame(update: GameUpdate): void;
  /** Called after every opening. Changes while it was closed were missed and must be read. */
  onOpen(): void;
}

export interface FeedSubscription {
  /** Replaces the set of followed conditions and games. */
  follow(wanted: { conditionIds: readonly string[]; gameIds: readonly string[] }): void;
  readonly isOpen: boolean;
  close(): void;
}

/** The score of a game that has begun. */
export interface ScoreUpdate {
  /** Of the game. */
  readonly id: string;
  /** Goals, points or sets of both sides, each from 0 to 999. */
  readonly score: readonly [number, number];
  /** As people read it, such as `63'`, `90+2'`, `HT` or `Q3 4:12`; empty if the feed has none. */
  readonly clock: string;
  /** Such as `1st half`; empty if the feed has none. */
  readonly period: string;
  /** Whether the feed says that the game is in progress, half time included. */
  readonly isRunning: boolean;
  /** True if it replaces an update with another score, which was never delivered. */
  readonly isChanged?: boolean;
}

export interface ScoreListener {
  onScore(update: ScoreUpdate): void;
  /** Called after every opening. Changes while it was closed were missed. */
  onOpen(): void;
}

export interface ScoreSubscription {
  /** Replaces the set of followed games. */
  follow(gameIds: readonly string[]): void;
  close(): void;
}

/** The feed gave no usable answer after all tries. */
export class FeedUnavailable extends Error {
  readonly said: Message;

  constructor(said: Message, options?: ErrorOptions) {
    super(said.sentence, options);
    this.said = said;
  }
}
