import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { announceMarketChanges } from '../markets/market-changes.ts';

const MOST_AT_ONCE = 500;

/**
 * Stores that betting has ended on markets whose time is up; by the clock it had ended already. The audit keeps the
 * version at which each market closed: a bet above that version came too late, whatever its moment says
 * (ledger/replay-moments.ts).
 *
 * @returns the ids of the closed markets
 */
export function closeMarkets(db: Db): Promise<string[]> {
  return transaction(db, async (tx) => {
    const closed = await rows(
      tx,
      { id: col.text, version: col.number },
      sql`
        with due as (
          -- A locked market is being bet on or changed: the next round, a second later, closes it.
          select m.id from markets m
          where m.state in ('open', 'suspended') and m.closes_at <= (select clock_timestamp())
          order by m.id limit ${MOST_AT_ONCE} for update skip locked
        )
        update markets m set state = 'closed', version = m.version + 1 from due where m.id = due.id
        returning m.id, m.version::int`,
    );
    const ids = closed.map(({ id }) => id);
    await announceMarketChanges(tx, ids);
    const [first] = ids;
    if (first !== undefined) {
      await recordAudit(tx, {
        actor: { kind: 'system' },
        action: 'markets.close',
        subject: ids.length === 1 ? first : `${ids.length} markets`,
        // The ids appear once more here, because the audit's list names the markets that it finds among the values.
        after: { byClock: ids, versions: Object.fromEntries(closed.map((each) => [each.id, each.version])) },
      });
    }
    return ids;
  });
}
