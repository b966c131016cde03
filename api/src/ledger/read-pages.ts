import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { type Columns, type Row, rows } from '../db/rows.ts';

/**
 * Reads many rows page by page.
 *
 * @param size how many rows a page has
 * @param selectAfter selects the rows after the last one read, in order; from the first row on for null
 */
export async function* readPages<C extends Columns>(
  db: Db,
  columns: C,
  size: number,
  selectAfter: (last: Row<C> | null) => SQL,
): AsyncGenerator<Row<C>, void> {
  let last: Row<C> | null = null;
  for (;;) {
    const page: Row<C>[] = await rows(db, columns, sql`${selectAfter(last)} limit ${size}`);
    yield* page;
    if (page.length < size) return;
    last = page.at(-1) ?? null;
  }
}
