import { getTableName, sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { col, values } from './rows.ts';
import { tables } from './tables.ts';

const TABLES: readonly string[] = Object.values(tables).map(getTableName);

/** The names of tables that this program needs and the database lacks. */
export async function findMissingTables(db: Db): Promise<string[]> {
  return values(
    db,
    col.text,
    sql`
      select t.name from json_array_elements_text(${JSON.stringify(TABLES)}::json) as t(name)
      where to_regclass(quote_ident(t.name)) is null
      order by t.name`,
  );
}
