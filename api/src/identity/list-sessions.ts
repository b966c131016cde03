import type { WireSession } from '@tallystone/core/http-api/identity';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { sessions } from '../db/schema/users.ts';
import type { Session } from '../http/session.ts';

/** A user's open sessions: the current one first, then by last use. Reveals neither tokens nor their hashes. */
export async function listSessions(
  db: Db,
  { session: { userId, tokenHash }, now }: { session: Session; now: Date },
): Promise<WireSession[]> {
  return rows(
    db,
    {
      id: col.text,
      current: col.bool,
      chain: col.oneOf(sessions.chain).orNull,
      createdAt: col.iso,
      lastUsedAt: col.iso,
      expiresAt: col.iso,
    },
    sql`
      select s.id, s.token_hash = ${tokenHash} as current, s.chain, s.created_at, s.last_used_at,
        s.expires_at
      from sessions s
      where s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${now.toISOString()}::timestamptz
      order by current desc, s.last_used_at desc, s.id`,
  );
}
