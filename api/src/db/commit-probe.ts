import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { clock } from './read-clock.ts';

const NAME = 'probe ';
const FORGOTTEN_AFTER = '1 hour';

/**
 * Commits a change of one row that belongs to this process, so processes don't wait for each other. The first probe of a
 * process deletes old rows of processes that are gone.
 */
export function commitProbe(db: Db, processId: string): () => Promise<void> {
  let isSwept = false;
  return async () => {
    await db.execute(sql`
      with ${clock}
      insert into last_runs (name, ran_at) select ${NAME + processId}, clock.now from clock
      on conflict (name) do update set ran_at = excluded.ran_at`);
    if (isSwept) return;
    isSwept = true;
    await db.execute(sql`
      delete from last_runs where name in (
        select name from last_runs
        where name like ${`${NAME}%`} and ran_at < clock_timestamp() - ${FORGOTTEN_AFTER}::interval
        for update skip locked)`);
  };
}
