import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, row } from '../db/rows.ts';
import { isDue } from './settle-store.ts';

/** How many markets are being paid or due, for how long the first has been, and the USDC that their escrow still holds. */
export async function countPaying(
  db: Db,
): Promise<{ markets: number; oldestSeconds: number; unpaidUsdc: number }> {
  return row(
    db,
    { markets: col.number, oldestSeconds: col.number, unpaidUsdc: col.number },
    sql`
      select count(*)::int as markets,
        coalesce(max(extract(epoch from clock_timestamp() - r.pays_from)), 0)::float8 as oldest_seconds,
        coalesce(sum(a.balance) / 1000000, 0)::float8 as unpaid_usdc
      from resolutions r join markets m on m.id = r.market_id left join accounts a on a.market_id = m.id
      where ${isDue}`,
  );
}
