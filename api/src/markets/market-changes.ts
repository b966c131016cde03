import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { epochAfter, pinned } from '../db/epochs.ts';
import { publisherOf } from '../db/messenger.ts';

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
    select ${announcingMarketChange(db)} from changed`);
  marketChangesAnnounced(db, marketIds);
}

/**
 * What a statement selects that announces the changes it makes, for each changed row with an `id`, so that no further statement
 * is needed. Call `marketChangesAnnounced` once it has run.
 */
export const announcingMarketChange = (db: Db): SQL => publisherOf(db).publishing(MARKET_CHANGES, sql`id`);

/** Called with the markets of such a statement: in its transaction, or if it has committed itself, after that. */
export function marketChangesAnnounced(db: Db, marketIds: readonly string[]): void {
  publisherOf(db).published(db, MARKET_CHANGES, marketIds);
}
