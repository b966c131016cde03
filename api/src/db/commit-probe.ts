import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

const NAME = 'probe ';
const FORGOTTEN_AFTER = '1 hour';

/**
 * Commits a change of one row that is this process's own, so that none waits for another. What processes that are gone
 * left behind is swept away by the first probe of a new one.
 */
export function commitProbe(db: Db, processId: string): () => Promise<void> {
  let isSwept = false;
  return async () => {
    await db.execute(sql`
      insert into last_runs (name, ran_at) values (${NAME + processId}, clock_timestamp())
      on conflict (name) do update set ran_at = clock_timestamp()`);
    if (isSwept) return;
    isSwept = true;
    await db.execute(sql`
      delete from last_runs where name in (
        select name from last_runs
        where name like ${`${NAME}%`} and ran_at < clock_timestamp() - ${FORGOTTEN_AFTER}::interval
        for update skip locked)`);
  };
}
