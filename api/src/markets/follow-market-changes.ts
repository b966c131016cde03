import type { Database } from '../db/open-database.ts';
import type { StaleMarks } from './list-snapshot.ts';
import { MARKET_CHANGES } from './market-changes.ts';

/** Marks markets stale when other processes announce changes. @returns stops it */
export async function followMarketChanges(
  database: Pick<Database, 'listen'>,
  lists: StaleMarks,
  onLost: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const stop = await database.listen(MARKET_CHANGES, {
    onMessage: (marketId) => lists.markStale(marketId),
    onGap: () => lists.markAllStale(),
    onLost,
  });
  // A list read before now may have missed changes.
  lists.markAllStale();
  return stop;
}
