import { setTimeout as delay } from 'node:timers/promises';
import { listMarketsWithLegs, resolveLegs } from '../combos/resolve-legs.ts';
import type { Database } from '../db/open-database.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';
import { createAttempts, Rest } from '../rounds/attempts.ts';
import { type Repeated, repeat } from '../rounds/repeat.ts';
import { closeMarkets } from './close-markets.ts';
import { drawPractice, listUndrawn } from './practice-results.ts';
import { type LateCursor, listLateBets, refundLateBets } from './refund-late-bets.ts';
import { settleMarket } from './settle-market.ts';
import { listPaying } from './settle-store.ts';

/** Closes markets by the clock, draws practice results, refunds late bets, and pays results and the combos that end with them. */
export type Settler = Pick<Repeated, 'wake' | 'stop'>;

const LOOKS_EVERY_MS = 1000;
/** After a failure: back off so one failure doesn't flood the log. */
const FAILED = new Rest(500, 30_000);
/** The result may not be paid yet. */
const WAITS = new Rest(500, 2000);
/** The market does not pay as approved and can no longer be undone: an admin has to fix the cause. */
const HELD_BACK = new Rest(60_000, 60_000);
/** The market is marked late but the audit has no start: the feed is asked once a minute, see feed-results.ts. */
const NO_START = new Rest(2000, 60_000);
/** How many markets one round pays; each gets one chunk in its turn. */
const MOST_MARKETS = 32;

/** How many legs of combos get their result in one transaction. */
const COMBO_CHUNK = 200;

/** The work at a time on each engine: bets in a chunk, and markets side by side. */
const PACE = {
  postgres: { chunk: 5000, sideBySide: 3 },
  // Bets wait for the only connection: settle in short steps, and leave it free for as long as each step took.
  embedded: { chunk: 250, sideBySide: 1 },
} as const;

/** For the log. */
const noStartSentence = (marketId: string): string =>
  `market ${marketId} says that bets came after the start of its game, and the audit has no such word of the feed: no stake is given back and no result is paid until the feed says when the game began. After an update of the server that mends itself once the feed answers. Where the feed is off or no longer knows the game, an admin can make the market void, which gives every stake back. Without an update the database was altered: run npm run verify-ledger`;

const nameOf = (marketId: string): string => `pay ${marketId}`;

/**
 * Several processes may run a settler: they share the work, and none pays what another has paid.
 *
 * @param confirm called before each step of paying a market; the step is taken only on `pay`. Defaults to always
 */
export function openSettler({
  database: { db, engine },
  mode,
  lists,
  confirm = async () => 'pay',
  onError,
}: {
  database: Database;
  mode: 'demo' | 'live';
  lists: StaleMarks;
  confirm?: (marketId: string) => Promise<'pay' | 'wait' | 'withdrawn'>;
  onError(error: unknown): void;
}): Settler {
  const { chunk, sideBySide } = PACE[engine];
  /** Where to look for a market's next late bets, and the market that had the last turn. */
  const lateBelow = new Map<string, LateCursor>();
  let lastRefunded = '';
  let isStopping = false;
  let looksAt = 0;
  const { attempt, isResting, resting } = createAttempts({
    failed: FAILED,
    isStopping: () => isStopping,
    onError,
  });

  /** Runs one transaction that moves money; on the embedded engine it then leaves the connection to others as long. */
  async function leavingRoom<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const done = await work();
    if (engine === 'embedded') await delay(performance.now() - startedAt);
    return done;
  }

  async function close(): Promise<void> {
    for (const id of await closeMarkets(db)) lists.markStale(id);
  }

  /** Refunds some late bets of one market; the markets take turns. @returns whether there may be more to do */
  async function refund(): Promise<boolean | null> {
    const late = (await listLateBets(db)).filter((id) => !isResting(`refund ${id}`));
    const marketId = late.find((id) => id > lastRefunded) ?? late[0];
    if (marketId === undefined) return false;
    lastRefunded = marketId;
    const below = lateBelow.get(marketId) ?? null;
    return attempt(`refund ${marketId}`, async () => {
      const step = await leavingRoom(() => refundLateBets(db, { marketId, chunk, mode, below }));
      if (step === 'no-start') {
        const before = resting.get(`refund ${marketId}`);
        // Said once, but not taken as said because of a failure before.
        if (before === undefined || before.hasFailed) onError(new Error(noStartSentence(marketId)));
        return NO_START;
      }
      if (step === null || step.below === null) lateBelow.delete(marketId);
      else lateBelow.set(marketId, step.below);
      if (step === null) return false;
      lists.markStale(marketId);
      return true;
    });
  }

  async function draw(): Promise<void> {
    for (const market of await listUndrawn(db)) {
      await attempt(`draw ${market.marketId}`, async () => {
        if (await drawPractice(db, { market, mode })) lists.markStale(market.marketId);
      });
    }
  }

  /** Takes one step for every market that is due. @returns whether there may be more to do */
  async function pay(): Promise<boolean> {
    const listed = await listPaying(db, MOST_MARKETS + resting.size);
    const due = listed.filter((marketId) => !isResting(nameOf(marketId))).slice(0, MOST_MARKETS);
    const waiting = [...due];
    let hasMore = false;
    const payer = async () => {
      for (let marketId = waiting.shift(); marketId !== undefined; marketId = waiting.shift()) {
        const step = () => leavingRoom(() => payStep(marketId));
        if (await attempt(nameOf(marketId), step)) hasMore = true;
      }
    };
    await Promise.all(Array.from({ length: sideBySide }, payer));
    // Markets that rest now have made room for others behind them.
    return hasMore || (due.length === MOST_MARKETS && due.some((marketId) => isResting(nameOf(marketId))));
  }

  /** @returns whether the market may need another step, or how long it has to wait for one */
  async function payStep(marketId: string): Promise<boolean | Rest> {
    if ((await confirm(marketId)) !== 'pay') return WAITS;
    const step = await settleMarket(db, { marketId, chunk });
    switch (step.kind) {
      case 'began':
      case 'settled-chunk':
        return true;
      case 'resumed':
      case 'ended':
        lists.markStale(marketId);
        return true;
      case 'busy':
        return false;
      case 'differs':
        if (step.isNews)
          onError(new Error(`market ${marketId} does not pay what was rehearsed: it is held back`));
        return step.hasBegun ? HELD_BACK : WAITS;
    }
  }

  /** Resolves some legs of ended markets. @returns whether there may be more to do */
  async function payCombos(): Promise<boolean> {
    let hasMore = false;
    for (const marketId of await listMarketsWithLegs(db, MOST_MARKETS + resting.size)) {
      const step = () => leavingRoom(() => resolveLegs(db, { marketId, chunk: COMBO_CHUNK }));
      if (await attempt(`combos of ${marketId}`, step)) hasMore = true;
    }
    return hasMore;
  }

  /** Runs until nothing is left to do. */
  async function work(): Promise<void> {
    let hasMore: boolean | null;
    let hasLateBets: boolean | null = false;
    looksAt = 0;
    do {
      if (performance.now() >= looksAt) {
        looksAt = performance.now() + LOOKS_EVERY_MS;
        await attempt('close', close);
        await attempt('draw', draw);
        hasLateBets = true;
      }
      if (hasLateBets) hasLateBets = await attempt('refund', refund);
      hasMore = await attempt('pay', pay);
      // After the markets that ended, so that combos end with them.
      if (await attempt('pay combos', payCombos)) hasMore = true;
    } while ((hasMore || hasLateBets) && !isStopping);
  }

  const rounds = repeat({ everyMs: LOOKS_EVERY_MS, work, onError });
  void rounds.now();
  return {
    wake() {
      looksAt = 0;
      rounds.wake();
    },
    stop() {
      isStopping = true;
      return rounds.stop();
    },
  };
}
