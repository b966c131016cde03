import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';

const MOST = 10_000;

/**
 * Removes the minutes of bets of markets that ended a day ago: only an open market's bets can still be late. Some at a time. Not
 * at once, because servers of 0.1.0 beside this version compare the minutes of the bets of the last checks.
 */
export async function removeEndedMinutes(tx: Tx, most = MOST): Promise<void> {
  await tx.execute(sql`
    delete from bet_minutes n using (
      select x.market_id, x.minute from bet_minutes x join markets m on m.id = x.market_id
      where m.state in ('settled', 'void') and m.ended_at < clock_timestamp() - interval '1 day'
      limit ${most} for update of x skip locked
    ) o
    where n.market_id = o.market_id and n.minute = o.minute`);
}
