import type { Database } from '../db/open-database.ts';
import { repeat } from '../rounds/repeat.ts';
import type { StaleMarks } from './list-snapshot.ts';
import { MARKET_CHANGES } from './market-changes.ts';
import { readChanges } from './read-changes.ts';

/**
 * Marks markets stale when other processes change them: when they announce it, and when messages may have been missed, what has
 * changed in the database since the last look.
 *
 * @param onLost called with why no messages arrive
 * @returns stops it
 */
export async function followMarketChanges(
  { db, messenger }: Pick<Database, 'db' | 'messenger'>,
  lists: StaleMarks,
  onLost: (error: unknown) => void,
): Promise<() => Promise<void>> {
  let { position } = await readChanges(db, null);
  const look = repeat({
    everyMs: null,
    async work() {
      const changes = await readChanges(db, position);
      if (changes.isContinued) for (const { id } of changes.markets) lists.markStale(id);
      else lists.markAllStale();
      position = changes.position;
    },
    // Without the database nothing can be read either way. No further look may come.
    onError: () => lists.markAllStale(),
  });
  const stop = await messenger.subscribe(MARKET_CHANGES, {
    onMessage: (marketId) => lists.markStale(marketId),
    onGap: look.wake,
    onLost,
  });
  // A list read before now may have missed changes.
  lists.markAllStale();
  return async () => {
    await stop();
    await look.stop();
  };
}
