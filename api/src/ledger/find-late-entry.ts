import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { lastSealed } from './last-sealed.ts';

/** What is not sealed by then waits for a transaction that was left open, or nothing seals. */
const LATE_SECONDS = 60;

/**
 * The oldest entry that has waited for its seal for longer than sealing takes, and for how long; null: none has. What was
 * recorded before this process began has waited since then: nothing may have sealed in between, as nothing ran.
 *
 * @param runningMs for how long this process has run
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
