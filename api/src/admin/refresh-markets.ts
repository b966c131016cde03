import { sql } from 'drizzle-orm';
import { claimRun } from '../db/claim-run.ts';
import type { Db, Tx } from '../db/db.ts';
import { col, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { oneAtATime } from '../rounds/one-at-a-time.ts';

const RUN = { name: 'refresh-markets', everyMs: 30_000 };

/**
 * Refreshes the market list at most once in 30 seconds for all callers of all processes. Callers in between get the
 * time of the last refresh; simultaneous callers share one.
 *
 * @param refresh runs in the transaction that records the time, so a failed refresh can be tried again
 * @param onRefreshed called after a refresh's transaction
 */
export function singleFlightRefresh(
  db: Db,
  refresh: (tx: Tx) => Promise<void>,
  onRefreshed: () => void = () => undefined,
): () => Promise<{ refreshedAt: string }> {
  return oneAtATime(async () => {
    const last = await lastRefresh(
      db,
      sql`and ran_at > clock_timestamp() - ${RUN.everyMs}::float8 * interval '1 millisecond'`,
    );
    if (last !== null) return { refreshedAt: last };
    const { isMine, refreshedAt } = await transaction(db, async (tx) => {
      // Processes take turns at the claim; a later one finds the last refresh too recent.
      const isMine = await claimRun(tx, RUN);
      if (isMine) await refresh(tx);
      const at = await lastRefresh(tx, sql``);
      if (at === null) throw new Error('expected the time of the last refresh');
      return { isMine, refreshedAt: at };
    });
    if (isMine) onRefreshed();
    return { refreshedAt };
  });
}

async function lastRefresh(db: Db, condition: ReturnType<typeof sql>): Promise<string | null> {
  const [at] = await values(
    db,
    col.iso,
    sql`select ran_at from last_runs where name = ${RUN.name} ${condition}`,
  );
  return at ?? null;
}
