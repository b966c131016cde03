import {
  type AzuroFeed,
  type ConditionUpdate,
  type FeedCondition,
  type FeedEnd,
  type FeedGame,
  type FeedListener,
  FeedUnavailable,
  type GameUpdate,
  type OutcomeState,
  type ScoreListener,
  type ScoreUpdate,
} from '@tallystone/api/azuro/azuro-feed.ts';
import { type MicroOdds, microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { say } from '@tallystone/core/sentences/say';

export const HOUR_MS = 3_600_000;
/** The dictionary's outcomes of the full time result, in order. */
const OUTCOME_IDS = ['29', '30', '31'] as const;

/** A feed in memory that tests control. */
export interface FakeFeed extends AzuroFeed {
  readonly games: Map<string, FeedGame>;
  readonly conditions: Map<string, FeedCondition>;
  isDown: boolean;
  /** The number of calls. */
  readonly asked: { states: number; games: number; probes: number };
  /** What its sockets follow now. */
  followed(): { conditionIds: readonly string[]; gameIds: readonly string[] }[];
  /** Sends something on every socket. */
  say(what: { condition: ConditionUpdate } | { game: GameUpdate } | 'open'): void;
  /** The games whose scores are followed now, of each socket. */
  followedScores(): (readonly string[])[];
  /** Sends a score, or an opening, on every socket of scores. */
  sayScore(what: ScoreUpdate | 'open'): void;
  /** Adds a football game that can be imported, with optional changes. */
  add(game?: Partial<FeedGame>, condition?: Partial<FeedCondition>): FeedGame & { conditionId: string };
  /**
   * Adds another condition to a game, such as `{ '9': '1.8', '10': '1.95' }`: odds by outcome id.
   *
   * @returns its id
   */
  addCondition(
    gameId: string,
    odds: Readonly<Record<string, string>>,
    condition?: Partial<FeedCondition>,
  ): string;
  /** Sets a condition's state and odds without an event. */
  set(conditionId: string, change: { state?: FeedCondition['state']; odds?: (string | null)[] }): void;
  /**
   * Sets the states of single outcomes by id, without an event. From then on the condition's end has one for each outcome,
   * null for those not named. All but active outcomes take no more bets.
   */
  setOutcomes(conditionId: string, states: Readonly<Record<string, OutcomeState>>): void;
}

/**
 * @param serial the first number of its game ids
 */
export function aFakeFeed(serial = 0): FakeFeed {
  const games = new Map<string, FeedGame>();
  const conditions = new Map<string, FeedCondition>();
  const sockets = new Map<FeedListener, { conditionIds: readonly string[]; gameIds: readonly string[] }>();
  const scoreSockets = new Map<ScoreListener, readonly string[]>();
  const outcomeStates = new Map<string, Readonly<Record<string, OutcomeState>>>();
  let added = serial;
  const answer = <T>(give: () => T[]): Promise<T[]> =>
    feed.isDown ? Promise.reject(new FeedUnavailable(say('feed-unreachable'))) : Promise.resolve(give());

  const feed: FakeFeed = {
    games,
    conditions,
    isDown: false,
    asked: { states: 0, games: 0, probes: 0 },
    silentMs: () => (feed.isDown ? null : 0),
    listGames: () =>
      answer(() => [...games.values()].filter(({ state }) => state === 'Prematch' || state === 'Live')),
    gamesByIds(ids) {
      feed.asked.games += 1;
      return answer(() => ids.flatMap((id) => withRaw(games.get(id)) ?? []));
    },
    resultsOf: (gameIds) =>
      answer(() =>
        gameIds.flatMap((gameId) => {
          const game = games.get(gameId);
          const own = [...conditions.values()].filter((each) => each.gameId === gameId);
          if (game === undefined && own.length === 0) return [];
          const ends = own.map((condition) => endOf(condition, outcomeStates.get(condition.id)));
          return [{ gameId, askedAt: new Date(), game: withRaw(game), conditions: ends }];
        }),
      ),
    conditionsByGameIds: (ids) =>
      answer(() => [...conditions.values()].filter(({ gameId }) => ids.includes(gameId))),
    conditionStates(ids) {
      feed.asked.states += 1;
      return answer(() => ids.flatMap((id) => conditions.get(id) ?? []));
    },
    subscribe(listener) {
      sockets.set(listener, { conditionIds: [], gameIds: [] });
      return {
        follow: (wanted) => void sockets.set(listener, wanted),
        get isOpen() {
          return sockets.has(listener);
        },
        close: () => void sockets.delete(listener),
      };
    },
    subscribeToScores(listener) {
      scoreSockets.set(listener, []);
      return {
        follow: (gameIds) => void scoreSockets.set(listener, gameIds),
        close: () => void scoreSockets.delete(listener),
      };
    },
    probe() {
      feed.asked.probes += 1;
    },
    close() {
      sockets.clear();
      scoreSockets.clear();
    },
    followed: () => [...sockets.values()],
    followedScores: () => [...scoreSockets.values()],
    sayScore(what) {
      for (const listener of [...scoreSockets.keys()]) {
        if (what === 'open') listener.onOpen();
        else listener.onScore(what);
      }
    },
    say(what) {
      for (const listener of [...sockets.keys()]) {
        if (what === 'open') listener.onOpen();
        else if ('game' in what) listener.onGame(what.game);
        else listener.onCondition(what.condition);
      }
    },
    add(game = {}, condition = {}) {
      added += 1;
      const id = game.id ?? `1006${String(added).padStart(18, '0')}`;
      const conditionId = condition.id ?? `3006${id}${'1'.padStart(22, '0')}`;
      const made: FeedGame = {
        id,
        title: `Home ${added} - Away ${added}`,
        state: 'Prematch',
        startsAt: new Date(Math.floor(Date.now() / 1000) * 1000 + 5 * HOUR_MS),
        sport: { id: '33', name: 'Football' },
        league: { name: 'Premier League', isTopLeague: true },
        country: { name: 'England' },
        turnover: microUsdc(1_234_560_000n),
        participants: [`Home ${added}`, `Away ${added}`],
        ...game,
      };
      games.set(id, made);
      conditions.set(conditionId, {
        id: conditionId,
        gameId: id,
        sportId: made.sport.id,
        state: 'Active',
        hidden: false,
        isLiveEnabled: false,
        title: null,
        category: null,
        marketId: null,
        sort: null,
        outcomes: outcomesAt(['2', '3.5', '4']),
        wonOutcomeIds: [],
        ...condition,
      });
      return { ...made, conditionId };
    },
    addCondition(gameId, odds, condition = {}) {
      added += 1;
      const id = condition.id ?? `3006${gameId}${String(added).padStart(22, '0')}`;
      const [main] = [...conditions.values()].filter((each) => each.gameId === gameId);
      if (main === undefined) throw new Error(`expected game ${gameId}`);
      const outcomes = Object.entries(odds).map(([outcomeId, each]) => ({
        id: outcomeId,
        title: null,
        odds: oddsOf(each),
        sort: null,
        line: null,
      }));
      conditions.set(id, { ...main, id, outcomes, ...condition });
      return id;
    },
    set(conditionId, { state, odds }) {
      const condition = conditions.get(conditionId);
      if (condition === undefined) throw new Error(`expected condition ${conditionId}`);
      conditions.set(conditionId, {
        ...condition,
        ...(state !== undefined && { state }),
        ...(odds !== undefined && { outcomes: outcomesAt(odds) }),
      });
    },
    setOutcomes(conditionId, states) {
      const condition = conditions.get(conditionId);
      if (condition === undefined) throw new Error(`expected condition ${conditionId}`);
      outcomeStates.set(conditionId, { ...outcomeStates.get(conditionId), ...states });
      const outcomes = condition.outcomes.map((each) => {
        const state = states[each.id] ?? 'Active';
        return state === 'Active' ? each : { ...each, odds: null };
      });
      conditions.set(conditionId, { ...condition, outcomes });
    },
  };
  return feed;
}

/** How a condition ended. @param states of its outcomes; without them it ends without outcomes */
function endOf(
  { id, state, wonOutcomeIds, outcomes }: FeedCondition,
  states: Readonly<Record<string, OutcomeState>> | undefined,
): FeedEnd {
  const ends =
    states === undefined
      ? []
      : outcomes.map((each) => ({ id: each.id, state: states[each.id] ?? null })).sort(byId);
  const raw = { conditionId: id, state, ...(ends.length > 0 && { outcomes: ends }) };
  return { id, state, wonOutcomeIds, outcomes: ends, raw };
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** A game with its raw answer. */
const withRaw = (game: FeedGame | undefined) => (game === undefined ? null : { ...game, raw: rawOf(game) });

/** A game in the form of the feed's raw answer. */
export const rawOf = ({ id, state, startsAt }: Pick<FeedGame, 'id' | 'state' | 'startsAt'>) => ({
  gameId: id,
  state,
  startsAt: String(startsAt.getTime() / 1000),
});

/** Outcomes of the full time result at these odds; null: no bets. */
export function outcomesAt(odds: readonly (string | null)[]): FeedCondition['outcomes'] {
  return odds.map((each, place) => ({
    id: OUTCOME_IDS[place] ?? '',
    title: null,
    odds: each === null ? null : oddsOf(each),
    sort: null,
    line: null,
  }));
}

export const oddsOf = (text: string): MicroOdds => microOdds(BigInt(Math.round(Number(text) * 1_000_000)));
