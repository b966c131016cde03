import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/open-database.ts';
import { type Repeated, repeat } from '../rounds/repeat.ts';
import { shareRound } from '../rounds/share-round.ts';
import { foldPrices } from './fold-prices.ts';

const EVERY_MS = 15_000;

/** Points folded at a time, by engine. */
const CHUNK = {
  postgres: 10_000,
  // It has one connection, for which bets wait. So it is released after each short step, for as long as the step took.
  embedded: 1000,
} as const;

/** Keeps the price history small and fast to read by folding it every 15 seconds, in one process for all. */
export function openPriceFolder({
  database: { db, engine },
  onError,
  everyMs = EVERY_MS,
}: {
  database: Database;
  onError(error: unknown): void;
  everyMs?: number;
}): Pick<Repeated, 'stop'> {
  let isStopping = false;
  const rounds = repeat({
    everyMs,
    onError,
    work: () =>
      shareRound(db, {
        name: 'fold-prices',
        everyMs,
        work: () =>
          foldPrices(db, {
            chunk: CHUNK[engine],
            isStopping: () => isStopping,
            ...(engine === 'embedded' && { pause: (tookMs: number) => delay(tookMs) }),
          }),
      }),
  });
  return {
    stop() {
      isStopping = true;
      return rounds.stop();
    },
  };
}
