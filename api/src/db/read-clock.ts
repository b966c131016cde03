import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { rows } from './rows.ts';

/** The database's clock, in whole milliseconds. */
export async function readClock(db: Db): Promise<Date> {
  const [row] = await rows<{ now: string }>(
    db,
    sql`select date_trunc('milliseconds', clock_timestamp()) as now`,
  );
  if (row === undefined) throw new Error('the database did not say what time it is');
  return new Date(row.now);
}
