import type { Db, Tx } from '../db/db.ts';
import { tryLock } from '../db/named-lock.ts';
import { transaction } from '../db/transaction.ts';
import { chunksOf } from '../rounds/chunks-of.ts';
import { foldPoints, listFoldable, trimCandles, trimPoints } from './fold-store.ts';

/** Markets folded in one statement. */
const MARKETS = 50;
const LOCK = 'fold-prices';

/**
 * Folds price points into candles once their minute is over, and deletes what isn't kept any longer. Each step is a
 * transaction under a named lock: one process at a time, and none waits for another. If a step fails, the next one
 * continues from there. It locks no market, so no bet waits.
 *
 * @param chunk most points per step
 * @param pause awaited after each step
 * @param isStopping called before each step
 * @returns the number of points folded into candles, and of points and candles deleted
 */
export async function foldPrices(
  db: Db,
  {
    chunk,
    pause = async () => undefined,
    isStopping = () => false,
  }: { chunk: number; pause?: (tookMs: number) => Promise<void>; isStopping?: () => boolean },
): Promise<{ folded: number; trimmed: number }> {
  /** Null if the process is stopping or another one has the lock. */
  async function step<T>(work: (tx: Tx) => Promise<T>): Promise<T | null> {
    if (isStopping()) return null;
    const startedAt = performance.now();
    const done = await transaction(db, async (tx) => ((await tryLock(tx, LOCK)) ? work(tx) : null));
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
