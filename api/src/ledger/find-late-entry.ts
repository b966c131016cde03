import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { lastSealed } from './last-sealed.ts';

/** An entry without a seal after this time waits for a transaction that was left open, or no process seals. */
const LATE_SECONDS = 60;

/**
 * The oldest entry that has waited longer for its seal than sealing takes, and how long; null if there is none. For an entry
 * from before this process began only the time since then counts, because no process may have run to seal it.
 *
 * @param runningMs how long this process has run
 */
export async function findLateEntry(
  db: Db,
  { runningMs }: { runningMs: number },
): Promise<{ id: string; seconds: number } | null> {
  const running = Math.floor(runningMs / 1000);
  if (running < LATE_SECONDS) return null;
  const [late] = await rows(
    db,
    { id: col.text, seconds: col.number },
    sql`
      select e.id::text,
        least(${running}::int, floor(extract(epoch from clock_timestamp() - e.recorded_at)))::int as seconds
      from entries e
      where e.id > (${lastSealed})
        and e.recorded_at < clock_timestamp() - ${LATE_SECONDS}::int * interval '1 second'
      -- By the column: the bare name would be the text that is selected.
      order by e.id limit 1`,
  );
  return late ?? null;
}
