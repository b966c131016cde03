import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, values } from '../db/rows.ts';

/** Which of these sessions are valid at a moment, by the database. Hashes of tokens, in hex. */
export async function liveSessions(
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const found = await values(
    db,
    col.text,
    sql`
      select asked.hash from json_array_elements_text(${JSON.stringify(tokenHashes)}::json) as asked(hash)
      join sessions s on s.token_hash = decode(asked.hash, 'hex')
      where s.revoked_at is null and s.expires_at > ${now.toISOString()}::timestamptz`,
  );
  return new Set(found);
}
