import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { clock } from '../db/read-clock.ts';
import { isInPlay } from './is-in-play.ts';

/**
 * Records that betting was suspended on those of these markets that are in play, with the version that the suspension made.
 * Orders from before fail, even if betting goes on again meanwhile. The markets are locked.
 */
export async function recordHalts(tx: Tx, marketIds: readonly string[]): Promise<void> {
  if (marketIds.length === 0) return;
  await tx.execute(sql`
    with ${clock}
    insert into market_halts (market_id, version, at)
    select m.id, m.version, date_trunc('milliseconds', clock.now)
    from markets m cross join clock
    where ${isInPlay} and m.id in (select json_array_elements_text(${JSON.stringify(marketIds)}::json))
    on conflict do nothing`);
}
