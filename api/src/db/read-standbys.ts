import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { col, row } from './rows.ts';

/** What has a copy of committed work if the primary is lost. */
export interface Standbys {
  /** Whether COMMIT waits for a standby: `synchronous_standby_names` and `synchronous_commit` say so. */
  readonly areAwaited: boolean;
  /** Connected synchronous standbys; null if the database doesn't show them to our user. */
  readonly connected: number | null;
}

const UNKNOWN: Standbys = { areAwaited: true, connected: null };

/** Reads the settings of our own connections, and which standbys are connected. What can't be read is unknown. */
export async function readStandbys(db: Db): Promise<Standbys> {
  const found = await row(
    db,
    { areAwaited: col.bool, connected: col.whole, areHidden: col.bool },
    // A backup that is being copied can be a synchronous standby by its name, but can't take over.
    sql`
      select trim(current_setting('synchronous_standby_names')) <> ''
          and current_setting('synchronous_commit') not in ('off', 'local') as are_awaited,
        count(*) filter (where sync_state in ('sync', 'quorum') and state = 'streaming'
          and application_name not in ('pg_basebackup', 'pg_receivewal')) as connected,
        -- Users without pg_monitor see that there is a standby, and nothing of it.
        coalesce(bool_or(sync_state is null), false) as are_hidden
      from pg_stat_replication`,
  ).catch(() => null);
  if (found === null) return UNKNOWN;
  const { areAwaited, connected, areHidden } = found;
  return { areAwaited, connected: areHidden ? null : connected };
}

/** How many standbys have all acknowledged work; null if that isn't known. */
export const standbysWithAll = ({ areAwaited, connected }: Standbys): number | null =>
  areAwaited ? connected : 0;

/** A sentence if acknowledged work may be on the primary alone; null if a standby has it. */
export function standbyProblem(standbys: Standbys): string | null {
  if (!standbys.areAwaited)
    return "The database's commits don't wait for a synchronous standby, so acknowledged bets are lost if the primary is lost.";
  switch (standbys.connected) {
    case null:
      return "It can't be seen whether a synchronous standby has every acknowledged bet; grant pg_monitor to the user of DATABASE_URL.";
    case 0:
      return "No synchronous standby is connected to the database, so commits wait for one, and a failover isn't possible.";
    default:
      return null;
  }
}
