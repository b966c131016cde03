import type { Db } from '../db/db.ts';
import { failpoint } from '../db/failpoint.ts';
import type { EscrowChain } from './escrow-chain.ts';
import { listOpenSlots, markBroadcast } from './relay-store.ts';
import type { Signer } from './signer.ts';

/** Nodes forget, and blocks are taken back: what is not included is handed to them again after this time. */
const AGAIN_MS = 5000;

/**
 * Hands what is signed and not included to the nodes, in the order of the nonces. Any number of processes may, for the
 * bytes are the same.
 *
 * @param fromNonce the first one that the chain does not have
 */
export async function broadcastCalls(
  { db, chain }: { db: Db; chain: EscrowChain },
  { signer, fromNonce }: { signer: Signer; fromNonce: number },
): Promise<void> {
  const open = await listOpenSlots(db, { signer: signer.address, fromNonce });
  for (const { nonce, attempt, raw, broadcastMsAgo } of open) {
    if (broadcastMsAgo !== null && broadcastMsAgo < AGAIN_MS) continue;
    failpoint('relay-broadcast', 'before');
    await chain.broadcast(raw);
    failpoint('relay-broadcast', 'written');
    await markBroadcast(db, { signer: signer.address, nonce, attempt });
    failpoint('relay-broadcast', 'recorded');
  }
}
