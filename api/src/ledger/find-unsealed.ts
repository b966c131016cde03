import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, row } from '../db/rows.ts';
import { lastSealed } from './last-sealed.ts';

/** Sealing takes seconds. Our own open transactions are ended before this; those of other programs may last. */
const LATE_SECONDS = 120;
/** The server may have been down between two entries, so a longer pause counts as this. */
const PAUSE_SECONDS = 10;

/**
 * Whether entries were recorded for longer than sealing takes since the first one without a seal. The present time does not
 * count: the last entries before a server stops are sealed by the next one.
 *
 * @returns one sentence; null if all entries without a seal are recent
 */
export async function findUnsealed(db: Db): Promise<string | null> {
  const { id, entries, seconds } = await row(
    db,
    { id: col.text.orNull, entries: col.text, seconds: col.number },
    sql`
      with moved as (
        -- The latest moment so far: entries of concurrent transactions have their moments in any order.
        select e.id, max(e.recorded_at) over (order by e.id) as latest from entries e where e.id > (${lastSealed})
      ), paused as (
        select id, least(${PAUSE_SECONDS}::int, extract(epoch from latest - lag(latest, 1, latest) over (order by id))) as pause
        from moved
      )
      select min(id)::text as id, count(*)::text as entries, coalesce(floor(sum(pause)), 0)::int as seconds
      from paused`,
  );
  if (seconds <= LATE_SECONDS) return null;
  const since = `${entries} entries from ${id} on have no seal, though they were recorded over at least ${seconds} seconds`;
  return `${since}: seals were removed, nothing seals, or a transaction of the database server has been open since then`;
}
