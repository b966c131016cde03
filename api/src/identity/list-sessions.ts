import type { ChainName, WireSession } from '@tallystone/core/http-api';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import type { Session } from '../http/session.ts';

/** The open sessions of the user who asks: the one that asks first, then the last used. Neither token nor hash leaves. */
export async function listSessions(
  db: Db,
  { session: { userId, tokenHash }, now }: { session: Session; now: Date },
): Promise<WireSession[]> {
  const found = await rows<{
    id: string;
    is_current: boolean;
    chain: ChainName | null;
    created_at: string;
    last_used_at: string;
    expires_at: string;
  }>(
    db,
    sql`
      select s.id, s.token_hash = ${tokenHash} as is_current, s.chain, s.created_at, s.last_used_at,
        s.expires_at
      from sessions s
      where s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${now.toISOString()}::timestamptz
      order by is_current desc, s.last_used_at desc, s.id`,
  );
  return found.map((row) => ({
    id: row.id,
    current: row.is_current,
    chain: row.chain,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: new Date(row.last_used_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  }));
}
