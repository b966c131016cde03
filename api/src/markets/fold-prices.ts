import { tryAdvisoryLock } from '../db/advisory-lock.ts';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { chunksOf } from '../rounds/chunks-of.ts';
import { foldPoints, listFoldable, trimCandles, trimPoints } from './fold-store.ts';

/** So many markets are folded in a statement. */
const MARKETS = 50;
const LOCK = 'fold-prices';

/** What a round came to. */
export interface FoldedPrices {
  /** Put into candles. */
  readonly folded: number;
  /** Taken away, because candles tell of them. */
  readonly trimmed: number;
}

/**
 * Puts what prices became into candles, once its minute is over, and takes away what is kept no longer. In steps, each
 * a transaction under a lock of its own: one process at a time, none waits for another, and whatever ends one, the next
 * goes on from there. No lock of a market is taken, so no bet waits.
 *
 * @param chunk how many points a step takes at most
 * @param pause waited for after each step; absent: none is
 * @param isStopping asked before each step
 */
export async function foldPrices(
  db: Db,
  {
    chunk,
    pause = async () => undefined,
    isStopping = () => false,
  }: { chunk: number; pause?: (tookMs: number) => Promise<void>; isStopping?: () => boolean },
): Promise<FoldedPrices> {
  /** Null: there is nobody to do it for, or another process is at it. */
  async function step<T>(work: (tx: Tx) => Promise<T>): Promise<T | null> {
    if (isStopping()) return null;
    const startedAt = performance.now();
    const done = await transaction(db, async (tx) => ((await tryAdvisoryLock(tx, LOCK)) ? work(tx) : null));
    await pause(performance.now() - startedAt);
    return done;
  }

  async function eachMarket(marketIds: readonly string[], work: typeof foldPoints): Promise<number> {
    let points = 0;
    for (const some of chunksOf(marketIds, MARKETS)) {
      let due: readonly string[] = some;
      while (due.length > 0) {
        const group = { marketIds: due, each: Math.max(1, Math.floor(chunk / due.length)) };
        const done = await step((tx) => work(tx, group));
        points += done?.points ?? 0;
        due = done?.more ?? [];
      }
    }
    return points;
  }

  const { fold, trim } = await listFoldable(db);
  const folded = await eachMarket(fold, foldPoints);
  let trimmed = await eachMarket(trim, trimPoints);
  for (let gone: number | null = chunk; gone !== null && gone >= chunk; ) {
    gone = await step((tx) => trimCandles(tx, chunk));
    trimmed += gone ?? 0;
  }
  return { folded, trimmed };
}
