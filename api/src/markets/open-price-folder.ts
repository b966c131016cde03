import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/open-database.ts';
import { type Repeated, repeat } from '../rounds/repeat.ts';
import { shareRound } from '../rounds/share-round.ts';
import { foldPrices } from './fold-prices.ts';

const EVERY_MS = 15_000;

/** How many points are folded at a time on each engine. */
const CHUNK = {
  postgres: 10_000,
  // One connection, which bets wait for meanwhile: it is given back after moments, for as long as it was taken.
  embedded: 1000,
} as const;

/** Keeps the history of prices small and quick to read. It folds them every few seconds: one of the processes that could does it for all of them. */
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
