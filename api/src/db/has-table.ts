import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { exists } from './rows.ts';

/** Whether the database has a table of this name, written as in SQL. Databases of older versions may lack it. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  return exists(db, sql`select where to_regclass(${name}) is not null`);
}
