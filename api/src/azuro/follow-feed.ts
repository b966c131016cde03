import type { Db } from '../db/db.ts';
import { chunksOf } from '../rounds/chunks-of.ts';
import { repeat } from '../rounds/repeat.ts';
import { shareRound } from '../rounds/share-round.ts';
import { applyScores } from './apply-scores.ts';
import { applyConditions, applyGames, applyHalts, type Received } from './apply-updates.ts';
import {
  type AzuroFeed,
  type ConditionUpdate,
  type FeedSubscription,
  FeedUnavailable,
  type GameUpdate,
  type ScoreSubscription,
  type ScoreUpdate,
} from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import { listWanted, type Wanted } from './follow-store.ts';
import { laterScore } from './later-score.ts';

export type FeedFollower = ReturnType<typeof followFeed>;

const ODDS_EVERY_MS = 30_000;
const GAMES_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 15_000;
/** Most ids in one call. */
const CONDITIONS = 100;
const GAMES = 50;
/** Socket updates within this time are applied together. */
const GATHER_MS = 100;
const RETRY_MS = 1000;

/**
 * Follows the feed for all markets that take their odds from it: by the socket, and by polling in case the socket
 * misses something. Several processes may do so at once: they share the polling, and an update that one has applied
 * changes nothing in the others. Call `renew` first.
 *
 * @param areOddsWanted called in every round; while it returns false, neither socket nor polling follows odds
 * @param goInPlay opens the running games in play, and returns how many it opened
 * @see docs/design/feed.md#following
 */
export function followFeed({
  db,
  feed,
  drops,
  areOddsWanted,
  goInPlay,
  now,
  onError,
}: {
  db: Db;
  feed: AzuroFeed;
  drops: DropLog;
  areOddsWanted: () => Promise<boolean>;
  goInPlay: () => Promise<number>;
  now: () => Date;
  onError: (error: unknown) => void;
}) {
  let wanted: Wanted = { conditionIds: [], gameIds: [], scoredIds: [] };
  let wantedIds = new Set<string>();
  let subscription: FeedSubscription | null = null;
  let scores: ScoreSubscription | null = null;
  let isStopped = false;
  const conditionUpdates = waitingFor<ConditionUpdate>((_, later) => later);
  const gameUpdates = waitingFor<GameUpdate>((_, later) => later);
  const scoreUpdates = waitingFor<ScoreUpdate>(laterScore);
  /** When the socket last sent an update of each id, so that an older poll answer doesn't undo it. */
  const receivedAt = new Map<string, number>();

  // A feed that is down shows in the catalogue's age, and the next round tries again.
  const report = (error: unknown) => {
    if (!(error instanceof FeedUnavailable)) onError(error);
  };

  // ---- by the socket

  let timer: NodeJS.Timeout | undefined;
  const flushing = repeat({ everyMs: RETRY_MS, work: flush, onError: report });

  function receive<T extends { readonly id: string }>(waiting: Waiting<T>, update: T): void {
    if (isStopped || subscription === null || !wantedIds.has(update.id)) return;
    const at = now();
    // A score says nothing that an answer about the game does.
    if (!('score' in update)) receivedAt.set(update.id, at.getTime());
    put(waiting, { ...update, at });
    timer ??= setTimeout(() => {
      timer = undefined;
      void flushing.now();
    }, GATHER_MS).unref();
  }

  async function flush(): Promise<void> {
    // Games first: a game that has started ignores odds.
    await applyAll(gameUpdates, applyToGames);
    await applyAll(scoreUpdates, (updates) => applyScores(db, updates));
    await applyAll(conditionUpdates, (updates) => applyConditions(db, updates, drops));
  }

  async function applyToGames(updates: readonly Received<GameUpdate>[]): Promise<void> {
    await applyGames(db, updates, drops);
    // Markets in play are followed at once, because they wait for their first price.
    if (updates.some(({ state }) => state === 'Live') && (await goInPlay()) > 0) void renewing.afresh();
  }

  /** Keeps updates that failed for the next try. */
  async function applyAll<T extends { readonly id: string }>(
    waiting: Waiting<T>,
    apply: (updates: Received<T>[]) => Promise<void>,
  ): Promise<void> {
    const { byId } = waiting;
    if (byId.size === 0) return;
    const updates = [...byId.values()];
    byId.clear();
    try {
      await apply(updates);
    } catch (error) {
      const newer = [...byId.values()];
      byId.clear();
      for (const update of [...updates, ...newer]) put(waiting, update);
      throw error;
    }
  }

  function openSocket(): void {
    subscription = feed.subscribe({
      onCondition: (update) => receive(conditionUpdates, update),
      onGame: (update) => receive(gameUpdates, update),
      // Updates sent while the socket was closed were missed.
      onOpen: () => void catchingUp.afresh(),
    });
    scores = feed.subscribeToScores({
      onScore: (update) => receive(scoreUpdates, update),
      // The feed says every running game's score again with the next change.
      onOpen: () => undefined,
    });
  }

  function closeSocket(): void {
    subscription?.close();
    subscription = null;
    scores?.close();
    scores = null;
    for (const { byId } of [conditionUpdates, gameUpdates, scoreUpdates]) byId.clear();
  }

  // ---- by polling

  async function renew(): Promise<void> {
    const areWanted = await areOddsWanted();
    wanted = await listWanted(db);
    wantedIds = new Set([...wanted.conditionIds, ...wanted.gameIds]);
    for (const id of receivedAt.keys()) if (!wantedIds.has(id)) receivedAt.delete(id);
    if (isStopped) return;
    const isNew = areWanted && subscription === null;
    if (isNew) openSocket();
    if (!areWanted && subscription !== null) closeSocket();
    subscription?.follow(wanted);
    scores?.follow(wanted.scoredIds);
    // The socket may take a while to open.
    if (isNew) void catchingUp.now();
  }

  /** The wanted updates among answers to a call, without those for which the socket has sent something newer. */
  const fresh = <T extends { readonly id: string }>(answers: readonly T[], askedAt: Date): Received<T>[] =>
    answers
      .filter(({ id }) => wantedIds.has(id) && (receivedAt.get(id) ?? 0) < askedAt.getTime())
      .map((update) => ({ ...update, at: askedAt }));

  async function readOdds(): Promise<void> {
    for (const ids of chunksOf(wanted.conditionIds, CONDITIONS)) {
      if (subscription === null) return;
      const at = now();
      const states = await feed.conditionStates(ids);
      await applyConditions(db, fresh(states, at), drops);
    }
  }

  async function readGames(): Promise<void> {
    for (const ids of chunksOf(wanted.gameIds, GAMES)) {
      if (isStopped) return;
      const at = now();
      const games = await feed.gamesByIds(ids);
      await applyToGames(fresh(games, at));
    }
    // Also those that were imported while they ran.
    if (!isStopped && (await goInPlay()) > 0) void renewing.afresh();
  }

  async function readAll(): Promise<void> {
    // Either may fail without stopping the other.
    const [games, odds] = await Promise.allSettled([readGames(), readOdds()]);
    for (const each of [games, odds]) if (each.status === 'rejected') throw each.reason;
  }

  // ---- the rounds

  const renewing = repeat({ everyMs: null, work: renew, onError: report });
  const catchingUp = repeat({ everyMs: null, work: readAll, onError: report });
  const oddsRound = repeat({
    everyMs: ODDS_EVERY_MS,
    onError: report,
    async work() {
      await renewing.now();
      await shareRound(db, { name: 'azuro-odds', everyMs: ODDS_EVERY_MS, work: readOdds });
    },
  });
  const gamesRound = repeat({
    everyMs: GAMES_EVERY_MS,
    onError: report,
    work: () => shareRound(db, { name: 'azuro-games', everyMs: GAMES_EVERY_MS, work: readGames }),
  });
  const sweep = repeat({ everyMs: SWEEP_EVERY_MS, work: () => applyHalts(db), onError: report });

  return {
    /** Reads again what to follow, after markets or the setting have changed. */
    renew: () => renewing.afresh(),
    /** Halts now what the sweep halts, after the setting of bets in play has changed. */
    sweep: () => sweep.afresh(),
    /** Reads odds and games now, even if another process did so a moment ago. */
    readAll: () => catchingUp.afresh(),
    /** Asks the feed for these conditions now and applies what it says. @throws FeedUnavailable */
    async confirm(conditionIds: readonly string[]) {
      for (const ids of chunksOf(conditionIds, CONDITIONS)) {
        const at = now();
        const states = await feed.conditionStates(ids);
        await applyConditions(db, fresh(states, at), drops);
      }
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      closeSocket();
      await Promise.all(
        [renewing, catchingUp, oddsRound, gamesRound, sweep, flushing].map((each) => each.stop()),
      );
    },
  };
}

/** Socket updates that aren't applied yet, one for each id. */
interface Waiting<T> {
  readonly byId: Map<string, Received<T>>;
  /** What two updates of one id amount to. */
  readonly combine: (earlier: Received<T>, later: Received<T>) => Received<T>;
}

const waitingFor = <T>(combine: Waiting<T>['combine']): Waiting<T> => ({ byId: new Map(), combine });

function put<T extends { readonly id: string }>({ byId, combine }: Waiting<T>, update: Received<T>): void {
  const earlier = byId.get(update.id);
  byId.set(update.id, earlier === undefined ? update : combine(earlier, update));
}
