import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { clock } from './read-clock.ts';
import { exists } from './rows.ts';

/**
 * Claims work that all processes share. Of the processes that ask within `everyMs`, by the database's clock, one gets true.
 * If the surrounding transaction fails, so does the claim.
 */
export async function claimRun(
  db: Db,
  { name, everyMs }: { name: string; everyMs: number },
): Promise<boolean> {
  return exists(
    db,
    sql`
      with ${clock}
      insert into last_runs as l (name, ran_at) select ${name}, clock.now from clock
      on conflict (name) do update set ran_at = excluded.ran_at
      where l.ran_at <= excluded.ran_at - ${everyMs}::float8 * interval '1 millisecond'
      returning name`,
  );
}

/** Gives a claim back because the work failed here, so the next process that asks may try. */
export async function releaseRun(db: Db, name: string): Promise<void> {
  await db.execute(sql`update last_runs set ran_at = 'epoch' where name = ${name}`);
}
