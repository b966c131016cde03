import type { Db } from '../db/db.ts';
import { chunksOf } from '../rounds/chunks-of.ts';
import { repeat } from '../rounds/repeat.ts';
import { shareRound } from '../rounds/share-round.ts';
import { applyConditions, applyGames, applyStaleness, type Received } from './apply-updates.ts';
import {
  type AzuroFeed,
  type ConditionUpdate,
  type FeedSubscription,
  FeedUnavailable,
  type GameUpdate,
} from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import { listWanted, type Wanted } from './follow-store.ts';

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
 * @see docs/design/feed.md#following
 */
export function followFeed({
  db,
  feed,
  drops,
  areOddsWanted,
  now,
  onError,
}: {
  db: Db;
  feed: AzuroFeed;
  drops: DropLog;
  areOddsWanted: () => Promise<boolean>;
  now: () => Date;
  onError: (error: unknown) => void;
}) {
  let wanted: Wanted = { conditionIds: [], gameIds: [] };
  let wantedIds = new Set<string>();
  let subscription: FeedSubscription | null = null;
  let isStopped = false;
  /** The latest socket update of each id that isn't applied yet. */
  const conditionUpdates = new Map<string, Received<ConditionUpdate>>();
  const gameUpdates = new Map<string, Received<GameUpdate>>();
  /** When the socket last sent an update of each id, so that an older poll answer doesn't undo it. */
  const receivedAt = new Map<string, number>();

  // A feed that is down shows in the catalogue's age, and the next round tries again.
  const report = (error: unknown) => {
    if (!(error instanceof FeedUnavailable)) onError(error);
  };

  // ---- by the socket

  let timer: NodeJS.Timeout | undefined;
  const flushing = repeat({ everyMs: RETRY_MS, work: flush, onError: report });

  function receive<T extends { readonly id: string }>(waiting: Map<string, Received<T>>, update: T): void {
    if (isStopped || subscription === null || !wantedIds.has(update.id)) return;
    const at = now();
    receivedAt.set(update.id, at.getTime());
    waiting.set(update.id, { ...update, at });
    timer ??= setTimeout(() => {
      timer = undefined;
      void flushing.now();
    }, GATHER_MS).unref();
  }

  async function flush(): Promise<void> {
    // Games first: a game that has started ignores odds.
    await applyAll(gameUpdates, (updates) => applyGames(db, updates, drops));
    await applyAll(conditionUpdates, (updates) => applyConditions(db, updates, drops));
  }

  /** Keeps updates that failed for the next try, unless a newer one arrived. */
  async function applyAll<T extends { readonly id: string }>(
    waiting: Map<string, Received<T>>,
    apply: (updates: Received<T>[]) => Promise<void>,
  ): Promise<void> {
    if (waiting.size === 0) return;
    const updates = [...waiting.values()];
    waiting.clear();
    try {
      await apply(updates);
    } catch (error) {
      for (const update of updates) if (!waiting.has(update.id)) waiting.set(update.id, update);
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
  }

  function closeSocket(): void {
    subscription?.close();
    subscription = null;
    conditionUpdates.clear();
    gameUpdates.clear();
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
      await applyGames(db, fresh(games, at), drops);
    }
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
  const sweep = repeat({ everyMs: SWEEP_EVERY_MS, work: () => applyStaleness(db), onError: report });

  return {
    /** Reads again what to follow, after markets or the setting have changed. */
    renew: () => renewing.afresh(),
    /** Reads odds and games now, even if another process did so a moment ago. */
    readAll: () => catchingUp.afresh(),
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
