import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { announceMarketChanges } from '../markets/market-changes.ts';

const MOST_AT_ONCE = 500;

/**
 * Writes that betting has ended on markets whose time is up; it had ended already for everybody, by the clock.
 *
 * @returns their ids
 */
export function closeMarkets(db: Db): Promise<string[]> {
  return transaction(db, async (tx) => {
    const closed = await rows<{ id: string }>(
      tx,
      sql`
        with due as (
          -- One that is locked is being bet on or changed: it is closed in a second.
          select m.id from markets m
          where m.state in ('open', 'suspended') and m.closes_at <= (select clock_timestamp())
          order by m.id limit ${MOST_AT_ONCE} for update skip locked
        )
        update markets m set state = 'closed', version = m.version + 1 from due where m.id = due.id
        returning m.id`,
    );
    const ids = closed.map(({ id }) => id);
    await announceMarketChanges(tx, ids);
    return ids;
  });
}
