import { titleKey } from '@tallystone/core/markets/title-key';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { takeLock } from '../db/named-lock.ts';
import { col, rows, values } from '../db/rows.ts';

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

/** The titles of the custom markets that haven't ended, by `titleKey`. */
export async function openTitles(db: Db, now: Date): Promise<Set<string>> {
  const open = await values(
    db,
    col.text,
    sql`
      select title from markets
      where source = 'custom' and ends_at > ${now.toISOString()}::timestamptz
        and archived_at is null and deleted_at is null`,
  );
  return new Set(open.map((title) => titleKey(title)));
}

/** The same for a caller that opens markets: other openers wait until the transaction ends. */
export async function lockTitles(tx: Tx, now: Date): Promise<Set<string>> {
  await takeLock(tx, 'custom-markets');
  return openTitles(tx, now);
}
