import type { WireAdminUser } from '@tallystone/core/http-api/admin';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { getSettings } from '../settings/get-settings.ts';
import { selectUsers, wireAdminUser } from './stored-user.ts';

const PAGE = 100;

/**
 * Users, newest first, one page at a time.
 *
 * @param search part of an address, in any case
 * @param before id of the last user seen
 */
export async function listUsers(
  db: Db,
  {
    mode,
    search = '',
    before,
  }: { mode: 'demo' | 'live'; search?: string | undefined; before?: string | undefined },
): Promise<WireAdminUser[]> {
  // No address and no id contains NUL, and PostgreSQL refuses text with NUL.
  if (`${search}${before ?? ''}`.includes('\0')) return [];
  const settings = await getSettings(db, mode);
  const part = search.trim().toLowerCase();
  const found = await selectUsers(
    db,
    sql`
      select c.id from users c
      where position(${part}::text in lower(c.address)) > 0
        and ${
          before === undefined
            ? sql`true`
            : sql`(c.created_at, c.id) < (select l.created_at, l.id from users l where l.id = ${before})`
        }
      order by c.created_at desc, c.id desc
      limit ${PAGE}`,
  );
  return found.map((user) => wireAdminUser(user, settings));
}
