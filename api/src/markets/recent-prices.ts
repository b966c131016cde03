import type { PricePoint } from '@tallystone/core/markets/history-line';
import type { Db } from '../db/db.ts';
import { historyFacts, lastChangesWithin, priceHeldAt } from './history-store.ts';

/**
 * The price of a market at a moment and its changes since, oldest first; empty if it hasn't changed since.
 *
 * @param everyMs of changes closer together than this, only the last is returned
 */
export async function recentPrices(
  db: Db,
  { marketId, since, everyMs }: { marketId: string; since: Date; everyMs: number },
): Promise<readonly PricePoint[]> {
  const { before, changes } = await lastChangesWithin(db, { marketId, since, everyMs });
  if (changes.length === 0) return [];
  const price =
    before ?? (await priceHeldAt(db, { marketId, at: since })) ?? (await historyFacts(db, marketId)).opening;
  return [{ at: since, price }, ...changes];
}
