import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { col, value } from './rows.ts';

/**
 * The part `clock` of a statement, with the moment `now`. A statement that changes rows reads the clock here, once: engines that
 * keep their tables on several machines can't run what each row would compute differently.
 */
export const clock = sql`clock as materialized (select clock_timestamp() as now)`;

/** The database's clock, in whole milliseconds. */
export async function readClock(db: Db): Promise<Date> {
  return value(db, col.date, sql`select date_trunc('milliseconds', clock_timestamp())`);
}

/**
 * By how many ms this machine's clock is ahead of the database's; negative if it is behind. Only the difference that is
 * certain counts, however long the answer took.
 */
export async function readSkew(db: Db, now: () => Date): Promise<number> {
  const before = now().getTime();
  const database = (await readClock(db)).getTime();
  const after = now().getTime();
  return Math.max(0, before - database) - Math.max(0, database - after);
}
