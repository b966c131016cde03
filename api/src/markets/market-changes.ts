import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { notify } from '../db/notify.ts';

/** The channel on which processes announce changed markets; the payload is the market's id. */
export const MARKET_CHANGES = 'tallystone_market_changed';

/** Announces a market's change to every process. Inside a transaction it is sent with the commit. */
export async function announceMarketChange(db: Db, marketId: string): Promise<void> {
  await notify(db, MARKET_CHANGES, marketId);
}

/** The same for many markets, in one statement. */
export async function announceMarketChanges(db: Db, marketIds: readonly string[]): Promise<void> {
  if (marketIds.length === 0) return;
  await db.execute(sql`
    select pg_notify(${MARKET_CHANGES}, id) from json_array_elements_text(${JSON.stringify(marketIds)}::json) as m(id)`);
}
