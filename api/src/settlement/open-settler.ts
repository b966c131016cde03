import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/open-database.ts';
import type { StaleMarks } from '../markets/list-snapshot.ts';
import { closeMarkets } from './close-markets.ts';
import { drawPractice, listUndrawn } from './practice-results.ts';
import { type LateCursor, listLateBets, refundLateBets } from './refund-late-bets.ts';
import { settleMarket } from './settle-market.ts';
import { listPaying } from './settle-store.ts';

/** Ends what has ended, for one process: closes by the clock, draws, begins settlements and pays. */
export interface Settler {
  /** Looks now instead of in a second. */
  wake(): void;
  /** Resolves once nothing is being paid by this process. */
  stop(): Promise<void>;
}

const LOOKS_EVERY_MS = 1000;
/** How long something is left alone, each time twice as long; others have its place meanwhile. */
interface Rest {
  readonly first: number;
  readonly most: number;
}
/** What failed, so that the log is not of nothing else. */
const FAILED_MS: Rest = { first: 500, most: 30_000 };
/** What may not be paid yet. */
const WAITS_MS: Rest = { first: 500, most: 2000 };
/** What does not pay as approved, and can no longer be undone: somebody has to mend its cause. */
const HELD_BACK_MS: Rest = { first: 60_000, most: 60_000 };
/** Late bets by no word of the feed that the audit has: it is asked once a minute, see feed-results.ts. */
const UNHEARD_MS: Rest = { first: 2000, most: 60_000 };
/** How many markets are taken to be paid at a time; each gets a chunk in its turn. */
const MOST_MARKETS = 32;

/** How much is done at a time on each engine: bets in a chunk, and markets side by side. */
const PACE = {
  postgres: { chunk: 5000, sideBySide: 3 },
  // One connection, which bets wait for meanwhile: it is given back after moments, for as long as it was taken.
  embedded: { chunk: 250, sideBySide: 1 },
} as const;

/** For the log. */
const unheardSentence = (marketId: string): string =>
  `market ${marketId} says that bets came after the start of its game, and the audit has no such word of the feed: no stake is given back and no result is paid until the feed says when the game began. After an update of the server that mends itself once the feed answers. Where the feed is off or no longer knows the game, an admin can make the market void, which gives every stake back. Without an update the database was altered: run npm run verify-ledger`;

const nameOf = (marketId: string): string => `pay ${marketId}`;

/**
 * Several processes may: they share the work, and none pays what another has paid.
 *
 * @param confirm asked before each step of paying a market, which is taken only on `pay`. Absent: always
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
  /** Until when what failed, or must wait, is left alone, by name, and for how long that is. */
  const resting = new Map<string, { until: number; ms: number }>();
  /** Where the next late bets of a market are to be found, and the market that had the last turn. */
  const lateBelow = new Map<string, LateCursor>();
  let lastRefunded = '';
  let isStopping = false;
  let isWoken = false;
  let interrupt = () => {};

  const isResting = (name: string) => (resting.get(name)?.until ?? 0) > performance.now();

  function letRest(name: string, { first, most }: Rest): void {
    const ms = Math.min(Math.max(2 * (resting.get(name)?.ms ?? 0), first), most);
    resting.set(name, { until: performance.now() + ms, ms });
  }

  /** One piece of work; that it fails, or must wait, holds up no other. False also when it has nothing to do. */
  async function attempt(name: string, work: () => Promise<boolean | Rest>): Promise<boolean> {
    if (isStopping || isResting(name)) return false;
    try {
      const outcome = await work();
      if (typeof outcome === 'object') letRest(name, outcome);
      else resting.delete(name);
      return outcome === true;
    } catch (error) {
      letRest(name, FAILED_MS);
      onError(error);
      return false;
    }
  }

  /** One transaction that moves money. */
  async function leavingRoom<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const done = await work();
    if (engine === 'embedded') await delay(performance.now() - startedAt);
    return done;
  }

  async function close(): Promise<boolean> {
    const closed = await closeMarkets(db);
    for (const id of closed) lists.markStale(id);
    return closed.length > 0;
  }

  /** Some bets of one of the markets with late bets, each in its turn. @returns whether there may be more to do */
  async function refund(): Promise<boolean> {
    const late = (await listLateBets(db)).filter((id) => !isResting(`refund ${id}`));
    const marketId = late.find((id) => id > lastRefunded) ?? late[0];
    if (marketId === undefined) return false;
    lastRefunded = marketId;
    const below = lateBelow.get(marketId) ?? null;
    return attempt(`refund ${marketId}`, async () => {
      const step = await leavingRoom(() => refundLateBets(db, { marketId, chunk, mode, below }));
      if (step === 'unheard') {
        if (!resting.has(`refund ${marketId}`)) onError(new Error(unheardSentence(marketId)));
        return UNHEARD_MS;
      }
      if (step === null || step.below === null) lateBelow.delete(marketId);
      else lateBelow.set(marketId, step.below);
      if (step === null) return false;
      lists.markStale(marketId);
      return true;
    });
  }

  async function draw(): Promise<boolean> {
    for (const market of await listUndrawn(db)) {
      await attempt(`draw ${market.marketId}`, async () => {
        if (await drawPractice(db, { market, mode })) lists.markStale(market.marketId);
        return false;
      });
    }
    return false;
  }

  /** One step for every market that is to be paid. @returns whether there may be more to do */
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
    // Those that rest now have made room for others behind them.
    return hasMore || (due.length === MOST_MARKETS && due.some((marketId) => isResting(nameOf(marketId))));
  }

  /** @returns whether the market may need another, or cannot have one yet */
  async function payStep(marketId: string): Promise<boolean | Rest> {
    if ((await confirm(marketId)) !== 'pay') return WAITS_MS;
    const step = await settleMarket(db, { marketId, chunk });
    switch (step.kind) {
      case 'began':
      case 'settled-chunk':
        return true;
      case 'resumed':
        lists.markStale(marketId);
        return true;
      case 'ended':
        lists.markStale(marketId);
        return true;
      case 'busy':
        return false;
      case 'differs':
        if (step.isNews)
          onError(new Error(`market ${marketId} does not pay what was rehearsed: it is held back`));
        return step.hasBegun ? HELD_BACK_MS : WAITS_MS;
    }
  }

  async function run(): Promise<void> {
    let looksAt = 0;
    let hasLateBets = false;
    while (!isStopping) {
      if (isWoken || performance.now() >= looksAt) {
        isWoken = false;
        looksAt = performance.now() + LOOKS_EVERY_MS;
        await attempt('close', close);
        await attempt('draw', draw);
        hasLateBets = true;
      }
      if (hasLateBets) hasLateBets = await attempt('refund', refund);
      const hasMore = await attempt('pay', pay);
      if (!hasMore && !hasLateBets) await rest();
    }
  }

  /** Until the next look, or until somebody says that there is something to do. */
  async function rest(): Promise<void> {
    if (isWoken || isStopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOKS_EVERY_MS).unref();
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const running = run();
  return {
    wake() {
      isWoken = true;
      interrupt();
    },
    async stop() {
      isStopping = true;
      interrupt();
      await running;
    },
  };
}
