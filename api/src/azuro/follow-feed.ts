import type { Db } from '../db/db.ts';
import { chunksOf } from '../rounds/chunks-of.ts';
import { repeat } from '../rounds/repeat.ts';
import { shareRound } from '../rounds/share-round.ts';
import { applyConditions, applyGames, applyStaleness, type Heard } from './apply-updates.ts';
import {
  type AzuroFeed,
  type ConditionUpdate,
  type FeedSubscription,
  FeedUnavailable,
  type GameUpdate,
} from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import { listWanted, type Wanted } from './follow-store.ts';

export interface FeedFollower {
  /** Follows what is to be followed now: there are new markets, or the setting changed. */
  renew(): Promise<void>;
  /** Reads odds and games now, whoever has done so a moment ago. */
  readAll(): Promise<void>;
  stop(): Promise<void>;
}

const ODDS_EVERY_MS = 30_000;
const GAMES_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 15_000;
/** The feed is asked for so many at once. */
const CONDITIONS = 100;
const GAMES = 50;
/** What the socket says in this time is taken over together. */
const GATHER_MS = 100;
const RETRY_MS = 1000;

/**
 * Follows the feed for all markets that take their odds from it: by the socket, and by asking as the net below
 * it. Several processes may: what one has taken over, the others find unchanged, and they share the asking.
 * The first thing to ask of it is to `renew`.
 *
 * @param areOddsWanted asked in every round; while it is false no odds are followed, by socket or by asking
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
}): FeedFollower {
  let wanted: Wanted = { conditionIds: [], gameIds: [] };
  let wantedIds = new Set<string>();
  let subscription: FeedSubscription | null = null;
  let isStopped = false;
  /** What the socket said and is not taken over yet; the latest of each. */
  const heardConditions = new Map<string, Heard<ConditionUpdate>>();
  const heardGames = new Map<string, Heard<GameUpdate>>();
  /** When the socket last spoke of each, so that an answer that was asked for before does not undo it. */
  const spokenAt = new Map<string, number>();

  // What the feed does not answer is seen by the age of the catalogue, and tried again in the next round.
  const tell = (error: unknown) => {
    if (!(error instanceof FeedUnavailable)) onError(error);
  };

  // ---- by the socket

  let timer: NodeJS.Timeout | undefined;
  const flushing = repeat({ everyMs: RETRY_MS, work: flush, onError: tell });

  function hear<T extends { readonly id: string }>(heard: Map<string, Heard<T>>, update: T): void {
    if (isStopped || subscription === null || !wantedIds.has(update.id)) return;
    const at = now();
    spokenAt.set(update.id, at.getTime());
    heard.set(update.id, { ...update, at });
    timer ??= setTimeout(() => {
      timer = undefined;
      void flushing.now();
    }, GATHER_MS).unref();
  }

  async function flush(): Promise<void> {
    // Games first: what has started takes no odds any more.
    await takeOver(heardGames, (updates) => applyGames(db, updates, drops));
    await takeOver(heardConditions, (updates) => applyConditions(db, updates, drops));
  }

  /** What failed is kept for the next try, unless something newer came in. */
  async function takeOver<T extends { readonly id: string }>(
    heard: Map<string, Heard<T>>,
    apply: (updates: Heard<T>[]) => Promise<void>,
  ): Promise<void> {
    if (heard.size === 0) return;
    const updates = [...heard.values()];
    heard.clear();
    try {
      await apply(updates);
    } catch (error) {
      for (const update of updates) if (!heard.has(update.id)) heard.set(update.id, update);
      throw error;
    }
  }

  function openSocket(): void {
    subscription = feed.subscribe({
      onCondition: (update) => hear(heardConditions, update),
      onGame: (update) => hear(heardGames, update),
      // What was said while it was closed was missed.
      onOpen: () => void catchingUp.afresh(),
    });
  }

  function closeSocket(): void {
    subscription?.close();
    subscription = null;
    heardConditions.clear();
    heardGames.clear();
  }

  // ---- by asking

  async function renew(): Promise<void> {
    const areWanted = await areOddsWanted();
    wanted = await listWanted(db);
    wantedIds = new Set([...wanted.conditionIds, ...wanted.gameIds]);
    for (const id of spokenAt.keys()) if (!wantedIds.has(id)) spokenAt.delete(id);
    if (isStopped) return;
    const isNew = areWanted && subscription === null;
    if (isNew) openSocket();
    if (!areWanted && subscription !== null) closeSocket();
    subscription?.follow(wanted);
    // The socket may take its time to open.
    if (isNew) void catchingUp.now();
  }

  const isSilent = (id: string, askedAt: Date) => (spokenAt.get(id) ?? 0) < askedAt.getTime();

  async function readOdds(): Promise<void> {
    for (const ids of chunksOf(wanted.conditionIds, CONDITIONS)) {
      if (subscription === null) return;
      const at = now();
      const states = await feed.conditionStates(ids);
      const updates = states.filter(({ id }) => wantedIds.has(id) && isSilent(id, at));
      await applyConditions(
        db,
        updates.map((update) => ({ ...update, at })),
        drops,
      );
    }
  }

  async function readGames(): Promise<void> {
    for (const ids of chunksOf(wanted.gameIds, GAMES)) {
      if (isStopped) return;
      const at = now();
      const games = await feed.gamesByIds(ids);
      const updates = games.filter(({ id }) => wantedIds.has(id) && isSilent(id, at));
      await applyGames(
        db,
        updates.map((update) => ({ ...update, at })),
        drops,
      );
    }
  }

  async function readAll(): Promise<void> {
    // One of them may fail: games move without odds, and odds without games.
    const [games, odds] = await Promise.allSettled([readGames(), readOdds()]);
    for (const each of [games, odds]) if (each.status === 'rejected') throw each.reason;
  }

  // ---- the rounds

  const renewing = repeat({ everyMs: null, work: renew, onError: tell });
  const catchingUp = repeat({ everyMs: null, work: readAll, onError: tell });
  const oddsRound = repeat({
    everyMs: ODDS_EVERY_MS,
    onError: tell,
    async work() {
      await renewing.now();
      await shareRound(db, { name: 'azuro-odds', everyMs: ODDS_EVERY_MS, work: readOdds });
    },
  });
  const gamesRound = repeat({
    everyMs: GAMES_EVERY_MS,
    onError: tell,
    work: () => shareRound(db, { name: 'azuro-games', everyMs: GAMES_EVERY_MS, work: readGames }),
  });
  const sweep = repeat({ everyMs: SWEEP_EVERY_MS, work: () => applyStaleness(db), onError: tell });

  return {
    renew: () => renewing.afresh(),
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
