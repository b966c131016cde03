import { FRESH_PRICE_MS } from '@tallystone/core/odds/feed';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, row } from '../db/rows.ts';

/** Counts feed markets that could take bets: all of them, and those stopped only by odds that are too old. */
export async function countStaleMarkets(db: Db): Promise<{ stale: number; all: number }> {
  const { stale, total: all } = await row(
    db,
    { stale: col.number, total: col.number },
    sql`
      select count(*)::int as total, count(*) filter (
        where m.feed_halt = 'stale'
          or m.priced_at < clock_timestamp() - ${FRESH_PRICE_MS}::float8 * interval '1 millisecond')::int as stale
      from markets m
      where m.pricing = 'feed' and m.state in ('open', 'suspended') and m.closes_at > clock_timestamp()
        and not m.disabled and m.deleted_at is null and m.archived_at is null
        and coalesce(m.feed_halt, 'stale') = 'stale'`,
  );
  return { stale, all };
}
