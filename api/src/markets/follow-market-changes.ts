import type { Database } from '../db/open-database.ts';
import type { MarketList } from './list-snapshot.ts';
import { MARKET_CHANGES } from './market-changes.ts';

/** Marks markets stale as other processes announce their changes. Returns how to stop. */
export async function followMarketChanges(
  database: Pick<Database, 'listen'>,
  marketList: MarketList,
): Promise<() => Promise<void>> {
  const stop = await database.listen(MARKET_CHANGES, {
    onMessage: (marketId) => marketList.markStale(marketId),
    onGap: () => marketList.markAllStale(),
  });
  // A list read before the listening began may have missed changes.
  marketList.markAllStale();
  return stop;
}
