import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { col, values } from '../db/rows.ts';

/**
 * Removes guests without funds and their sessions, a minute after the sessions ended, when all earlier requests have been
 * answered. Guests who bet stay in the books.
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
  // Checks the accounts again, because one may have been opened since the first statement.
  await tx.execute(sql`
    delete from users u where u.id in ${ids} and not exists (select from accounts a where a.user_id = u.id)`);
}
