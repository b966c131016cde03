import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { col, value } from './rows.ts';

/** The database's clock, in whole milliseconds. */
export async function readClock(db: Db): Promise<Date> {
  return value(db, col.date, sql`select date_trunc('milliseconds', clock_timestamp())`);
}
