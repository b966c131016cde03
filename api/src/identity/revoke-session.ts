import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { sessions } from '../db/schema.ts';

/** Ends a session for every process. */
export async function revokeSession(db: Db, tokenHash: Uint8Array): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(eq(sessions.tokenHash, tokenHash), isNull(sessions.revokedAt)));
}
