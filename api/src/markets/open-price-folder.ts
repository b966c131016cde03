import { setTimeout as delay } from 'node:timers/promises';
import { claimRun } from '../db/claim-run.ts';
import type { Database } from '../db/open-database.ts';
import { foldPrices } from './fold-prices.ts';

/** Keeps the history of prices small and quick to read. */
export interface PriceFolder {
  /** Resolves once nothing is being folded by this process. */
  stop(): Promise<void>;
}

const EVERY_MS = 15_000;
/** The claim of a round is shorter than the round, or a timer that is a moment early would skip it. */
const CLAIMED_FOR = 0.8;

/** How many points are folded at a time on each engine. */
const CHUNK = {
  postgres: 10_000,
  // One connection, which bets wait for meanwhile: it is given back after moments, for as long as it was taken.
  embedded: 1000,
} as const;

/** Folds prices every few seconds: one of the processes that could does it for all of them. */
export function openPriceFolder({
  database: { db, engine },
  onError,
  everyMs = EVERY_MS,
}: {
  database: Database;
  onError(error: unknown): void;
  everyMs?: number;
}): PriceFolder {
  let running: Promise<void> | null = null;
  let isStopping = false;

  async function round(): Promise<void> {
    if (!(await claimRun(db, { name: 'fold-prices', everyMs: everyMs * CLAIMED_FOR }))) return;
    await foldPrices(db, {
      chunk: CHUNK[engine],
      isStopping: () => isStopping,
      ...(engine === 'embedded' && { pause: (tookMs: number) => delay(tookMs) }),
    });
  }

  const timer = setInterval(() => {
    running ??= round()
      .catch(onError)
      .finally(() => {
        running = null;
      });
  }, everyMs).unref();

  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
