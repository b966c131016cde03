import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { announceMarketChanges } from '../markets/market-changes.ts';

const MOST_AT_ONCE = 500;

/**
 * Writes that betting has ended on markets whose time is up; it had ended already for everybody, by the clock. The audit
 * keeps at which version of each: a bet above it came too late, whatever moment it has (ledger/replay-moments.ts).
 *
 * @returns their ids
 */
export function closeMarkets(db: Db): Promise<string[]> {
  return transaction(db, async (tx) => {
    const closed = await rows(
      tx,
      { id: col.text, version: col.number },
      sql`
        with due as (
          -- One that is locked is being bet on or changed: it is closed in a second.
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
        // Ids once more, because the list of the audit names the markets among the values.
        after: { byClock: ids, versions: Object.fromEntries(closed.map((each) => [each.id, each.version])) },
      });
    }
    return ids;
  });
}
