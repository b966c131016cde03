import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { exists } from './rows.ts';

/** Whether the database has a table of this name, as SQL would have it: a version of before it has none. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  return exists(db, sql`select where to_regclass(${name}) is not null`);
}
