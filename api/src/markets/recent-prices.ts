import type { PricePoint } from '@tallystone/core/markets/history-line';
import type { Db } from '../db/db.ts';
import { historyFacts, lastChangesWithin, priceHeldAt } from './history-store.ts';

/**
 * What the price of a market became since a moment, oldest first, and what it was at that moment before them; nothing where
 * it has not changed since.
 *
 * @param everyMs of changes that lie closer together only the last is told
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
