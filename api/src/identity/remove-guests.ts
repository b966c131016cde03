import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, values } from '../db/rows.ts';

/**
 * Removes guests who never had funds, with their sessions, a minute after those ended: a request that began before has been
 * answered by then. Guests who bet stay in the books.
 */
export async function removeGuests(tx: Tx): Promise<void> {
  const gone = await values(
    tx,
    col.text,
    sql`
      select u.id from users u
      where u.guest
        and not exists (select from accounts a where a.user_id = u.id)
        and not exists (
          select from sessions s
          where s.user_id = u.id
            and least(s.expires_at, s.revoked_at) > clock_timestamp() - interval '1 minute')
      for update skip locked`,
  );
  if (gone.length === 0) return;
  const ids = sql`(select json_array_elements_text(${JSON.stringify(gone)}::json))`;
  await tx.execute(sql`delete from sessions where user_id in ${ids}`);
  // Once more for the accounts: one may have been opened between the two looks.
  await tx.execute(sql`
    delete from users u where u.id in ${ids} and not exists (select from accounts a where a.user_id = u.id)`);
}
