import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { lastSealed } from './last-sealed.ts';

/** Sealing takes seconds; a transaction that is left open is ended before that. */
const LATE_SECONDS = 120;
/** Between two entries a server may have been away, so a longer pause counts as this. */
const PAUSE_SECONDS = 10;

/**
 * Whether entries were recorded for longer than sealing takes since the first one without a seal. The clock of whoever asks says
 * nothing about it: what a server recorded last before it stopped is sealed by the next one.
 *
 * @returns one sentence; null: what lacks a seal is recent
 */
export async function findUnsealed(db: Db): Promise<string | null> {
  const [found] = await rows<{ id: string; entries: string; seconds: number }>(
    db,
    sql`
      select min(e.id)::text as id, count(*)::text as entries, coalesce(floor(sum(e.pause)), 0)::int as seconds
      from (
        select e.id, least(${PAUSE_SECONDS}::int, greatest(0, extract(epoch from e.recorded_at - lag(e.recorded_at) over (order by e.id)))) as pause
        from entries e where e.id > (${lastSealed})
      ) e`,
  );
  if (found === undefined || found.seconds <= LATE_SECONDS) return null;
  return `${found.entries} entries from ${found.id} on have no seal, though they were recorded over at least ${found.seconds} seconds: seals were removed, or nothing seals`;
}
