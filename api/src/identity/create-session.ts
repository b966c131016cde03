import { randomBytes } from 'node:crypto';
import type { ChainName } from '@tallystone/core/http-api/identity';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { clock } from '../db/read-clock.ts';
import { hashToken } from './find-session.ts';

export const SESSION_LIFE_MS = 12 * 3_600_000;
const TOKEN_BYTES = 32;
/** If a user has more open sessions than this, the oldest ones end. */
const SESSIONS_PER_USER = 20;

/**
 * Makes a session for a user whose row is locked. Sessions of a wallet's user need a signature, so a stranger can't push out
 * the user's own sessions.
 *
 * @returns the token, which only the caller knows
 */
export async function createSession(
  tx: Tx,
  session: { userId: string; chain: ChainName | null; now: Date },
): Promise<string> {
  const { userId, chain, now } = session;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + SESSION_LIFE_MS).toISOString();
  await tx.execute(sql`
    insert into sessions (token_hash, user_id, chain, created_at, last_used_at, expires_at)
    values (${hashToken(token)}, ${userId}, ${chain}, ${now.toISOString()}, ${now.toISOString()}, ${expiresAt})`);
  await tx.execute(sql`
    with ${clock}
    update sessions set revoked_at = clock.now
    from clock where token_hash in (
      select token_hash from sessions
      where user_id = ${userId} and revoked_at is null
        and expires_at > ${now.toISOString()}::timestamptz
      order by created_at desc, token_hash = ${hashToken(token)} desc
      offset ${SESSIONS_PER_USER})`);
  return token;
}
