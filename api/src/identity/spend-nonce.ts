import { createHash } from 'node:crypto';
import type { Tx } from '../db/db.ts';
import { usedNonces } from '../db/schema/users.ts';

/** Spends a nonce in the transaction that uses it. Returns false if it was spent already. */
export async function spendNonce(tx: Tx, nonce: string, now: Date): Promise<boolean> {
  const spent = await tx
    .insert(usedNonces)
    .values({ nonceHash: createHash('sha256').update(nonce).digest(), usedAt: now })
    .onConflictDoNothing()
    .returning({ usedAt: usedNonces.usedAt });
  return spent.length > 0;
}
