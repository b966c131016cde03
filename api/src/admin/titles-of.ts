import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';

/** The titles of the markets that exist, deleted ones included, ordered by id. */
export function titlesOf(db: Db, ids: readonly string[]): Promise<{ id: string; title: string }[]> {
  return rows(
    db,
    { id: col.text, title: col.text },
    sql`
      select m.id, m.title from markets m
      where m.id = any(array(select json_array_elements_text(${JSON.stringify(ids)}::json)))
      order by m.id`,
  );
}
