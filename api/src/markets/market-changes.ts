import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { epochAfter, pinned } from '../db/epochs.ts';

/** The channel on which processes announce changed markets; the payload is the market's id. */
export const MARKET_CHANGES = 'tallystone_market_changed';

/** The same as `announceMarketChanges`, for one market. */
export const announceMarketChange = (db: Db, marketId: string): Promise<void> =>
  announceMarketChanges(db, [marketId]);

/**
 * Marks changed markets, so that streams find them, and announces them to every process. In a transaction that happens with its
 * commit.
 */
export async function announceMarketChanges(db: Db, marketIds: readonly string[]): Promise<void> {
  if (marketIds.length === 0) return;
  await db.execute(sql`
    with ${pinned()}, changed as (
      update markets m set epoch = ${epochAfter(sql`m.epoch`)}
      where m.id = any(array(select json_array_elements_text(${JSON.stringify(marketIds)}::json)))
      returning m.id
    )
    select pg_notify(${MARKET_CHANGES}, id) from changed`);
}
