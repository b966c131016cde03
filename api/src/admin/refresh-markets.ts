import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';

const AT_MOST_EVERY = '30 seconds';

/**
 * Refreshes the market list, for all callers of all processes together at most once in 30 seconds; those in
 * between get the time of the last refresh. Callers at the same moment share one.
 *
 * @param refresh runs inside the transaction that notes the time, so a refresh that failed can be tried again
 */
export function singleFlightRefresh(
  db: Db,
  refresh: (tx: Tx) => Promise<void>,
): () => Promise<{ refreshedAt: string }> {
  let running: Promise<{ refreshedAt: string }> | null = null;
  return () => {
    running ??= refreshMarkets(db, refresh).finally(() => {
      running = null;
    });
    return running;
  };
}

async function refreshMarkets(db: Db, refresh: (tx: Tx) => Promise<void>): Promise<{ refreshedAt: string }> {
  const last = await lastRefresh(db, sql`and ran_at > clock_timestamp() - ${AT_MOST_EVERY}::interval`);
  if (last !== null) return { refreshedAt: last };
  return transaction(db, async (tx) => {
    // The row's lock lets processes take turns; whoever comes second finds the time too recent.
    const [claimed] = await rows<{ at: string }>(
      tx,
      sql`
        insert into last_runs as l (name, ran_at) values ('refresh-markets', clock_timestamp())
        on conflict (name) do update set ran_at = clock_timestamp()
        where l.ran_at <= clock_timestamp() - ${AT_MOST_EVERY}::interval
        returning ran_at as at`,
    );
    if (claimed) await refresh(tx);
    const at = claimed ? new Date(claimed.at).toISOString() : await lastRefresh(tx, sql``);
    if (at === null) throw new Error('expected the time of the last refresh');
    return { refreshedAt: at };
  });
}

async function lastRefresh(db: Db, condition: ReturnType<typeof sql>): Promise<string | null> {
  const [row] = await rows<{ at: string }>(
    db,
    sql`select ran_at as at from last_runs where name = 'refresh-markets' ${condition}`,
  );
  return row ? new Date(row.at).toISOString() : null;
}
