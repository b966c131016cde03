import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { publisherOf } from '../db/messenger.ts';

/** The channel on which processes announce changed markets; the payload is the market's id. */
export const MARKET_CHANGES = 'tallystone_market_changed';

/** Announces a market's change to every process. Inside a transaction it is sent with the commit. */
export async function announceMarketChange(db: Db, marketId: string): Promise<void> {
  await announceMarketChanges(db, [marketId]);
}

/** The same for many markets, in one statement. */
export async function announceMarketChanges(db: Db, marketIds: readonly string[]): Promise<void> {
  await publisherOf(db).publish(db, MARKET_CHANGES, marketIds);
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
