import type { Db } from '../db/db.ts';
import { failpoint } from '../db/failpoint.ts';
import type { EscrowChain } from './escrow-chain.ts';
import { listEarlier, listOpenSlots, markBroadcast, type OpenSlot } from './relay-store.ts';
import { type Signer, whoseWork } from './signer.ts';

/** Nodes forget, and blocks are taken back: what is not included is handed to them again after this time. */
const AGAIN_MS = 5000;
/** What nodes say of an account that could not pay what a transaction offers. */
const CANNOT_PAY = /insufficient (?:funds|balance)/i;

/** An attempt, as the nodes get it. */
type Offer = Pick<OpenSlot, 'attempt' | 'raw' | 'broadcastMsAgo'>;

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
  for (const slot of open) {
    const at = { signer, nonce: slot.nonce };
    try {
      await offer({ db, chain }, at, slot);
    } catch (error) {
      // Of what was in a final block no other bytes may follow, see `OpenSlot.wasFinal`.
      if (slot.wasFinal || !CANNOT_PAY.test(String(error))) throw error;
      // The account may be able to pay what was offered before, and so may a top-up that was meant for that.
      if (!(await offerEarlier({ db, chain }, { ...at, attempt: slot.attempt }))) throw error;
    }
  }
}

async function offer(
  { db, chain }: { db: Db; chain: EscrowChain },
  { signer, nonce }: { signer: Signer; nonce: number },
  { attempt, raw, broadcastMsAgo }: Offer,
): Promise<void> {
  if (broadcastMsAgo !== null && broadcastMsAgo < AGAIN_MS) return;
  const work = `relay-broadcast@${whoseWork(signer)}` as const;
  failpoint(work, 'before');
  await chain.broadcast(raw);
  failpoint(work, 'written');
  await markBroadcast(db, { signer: signer.address, nonce, attempt });
  failpoint(work, 'recorded');
}

/** @returns whether nodes have one of what was signed before under the nonce, latest first */
async function offerEarlier(
  parts: { db: Db; chain: EscrowChain },
  { attempt, ...at }: { signer: Signer; nonce: number; attempt: number },
): Promise<boolean> {
  const signer = at.signer.address;
  for (const earlier of await listEarlier(parts.db, { ...at, signer, attempt })) {
    try {
      await offer(parts, at, earlier);
      return true;
    } catch (error) {
      if (!CANNOT_PAY.test(String(error))) throw error;
    }
  }
  return false;
}
