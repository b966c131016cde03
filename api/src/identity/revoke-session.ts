import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { clock } from '../db/read-clock.ts';
import { col, exists, values } from '../db/rows.ts';

/** Ends a session for every process. Does nothing if it has ended already. */
export async function revokeSession(db: Db, tokenHash: Uint8Array): Promise<void> {
  await db.execute(sql`
    with ${clock} update sessions set revoked_at = clock.now from clock where token_hash = ${tokenHash} and revoked_at is null`);
}

/**
 * Ends a user's session by its public id.
 *
 * @returns the hash of its token if this ended it, 'before' if it had ended already, or null if the user has no such session
 */
export async function revokeOwnSession(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<Uint8Array | 'before' | null> {
  const own = sql`id = ${id} and user_id = ${userId}`;
  const [ended] = await values(
    db,
    col.bytes,
    sql`
      with ${clock} update sessions set revoked_at = clock.now from clock where ${own} and revoked_at is null
      returning token_hash`,
  );
  if (ended !== undefined) return ended;
  return (await exists(db, sql`select from sessions where ${own}`)) ? 'before' : null;
}

/** Ends all of a user's sessions. Returns the hashes of their tokens. */
export function revokeAllSessions(db: Db, userId: string): Promise<Uint8Array[]> {
  return revokeWhere(db, sql`user_id = ${userId}`);
}

/** Ends the sessions of all guests who show a wallet. Returns the hashes of their tokens. */
export function revokeGuestSessions(db: Db, { family, bytes }: WalletAddress): Promise<Uint8Array[]> {
  return revokeWhere(
    db,
    sql`user_id in (
      select u.id from users u
      where u.guest and u.family = ${family} and u.address_bytes = ${Buffer.from(bytes)})`,
  );
}

async function revokeWhere(db: Db, which: SQL): Promise<Uint8Array[]> {
  return values(
    db,
    col.bytes,
    sql`
      with ${clock} update sessions set revoked_at = clock.now from clock where ${which} and revoked_at is null
      returning token_hash`,
  );
}
