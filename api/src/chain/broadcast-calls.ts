import { parseTransaction } from 'viem';
import type { Db } from '../db/db.ts';
import { failpoint } from '../db/failpoint.ts';
import type { ChainKeys, EscrowChain } from './escrow-chain.ts';
import {
  firstReplaced,
  listEarlier,
  listOpenSlots,
  markBroadcast,
  type OpenSlot,
  type Place,
} from './relay-store.ts';
import { listSigners, type Signer, whoseWork } from './signer.ts';

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
 * What was in final blocks that were replaced goes in the order that it had there, whoever signed it, and before all else:
 * each transaction uses its nonce up for good, also where it comes too early to do what it did.
 *
 * @param fromNonce the first one that the chain does not have
 * @returns why something of it was held back, as a sentence; null: nothing was
 */
export async function broadcastCalls(
  { db, chain, keys }: { db: Db; chain: EscrowChain; keys: ChainKeys },
  { signer, fromNonce }: { signer: Signer; fromNonce: number },
): Promise<string | null> {
  const open = await listOpenSlots(db, { signer: signer.address, fromNonce });
  if (!open.some(isDue)) return null;
  const others = listSigners(keys).filter(({ address }) => address !== signer.address);
  const accounts = await Promise.all(
    others.map(async ({ address }) => ({ signer: address, fromNonce: await chain.nonce(address, 'latest') })),
  );
  const going = mayGo(open, await firstReplaced(db, accounts));
  for (const slot of going) {
    // A nonce that comes later cannot be used before this one.
    if (slot.wasReverted) return heldBack(signer, slot, 'it was reverted, and its nonce is used up first');
    if (slot.wasFinal && isDue(slot) && !(await wouldHappen(chain, signer, slot))) {
      return heldBack(signer, slot, 'the nodes say that it would be reverted now');
    }
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
  const waiting = open.slice(going.length).find(isDue);
  if (waiting === undefined) return null;
  return heldBack(signer, waiting, 'by what the nodes say, other accounts have earlier ones to bring back');
}

const heldBack = ({ address }: Signer, { nonce }: OpenSlot, why: string): string =>
  `The transaction ${nonce} of ${address} and those after it wait: ${why}.`;

/**
 * Which of an account's transactions no other one has to come before.
 *
 * @param first where the first one was that other accounts have still to bring back
 */
function mayGo(open: readonly OpenSlot[], first: Place | null): readonly OpenSlot[] {
  if (first === null) return open;
  // Up to the last one that was before it: nonces below that have to be used for it.
  const last = open.findLastIndex(({ place }) => place !== null && !isBefore(first, place));
  return open.slice(0, last + 1);
}

const isBefore = (a: Place, b: Place): boolean =>
  a.block === b.block ? a.logIndex < b.logIndex : a.block < b.block;

/** A result that is to be final waits here until the window of its proposal, which is in a later block now, ends. */
async function wouldHappen(chain: EscrowChain, { address }: Signer, { raw }: OpenSlot): Promise<boolean> {
  const { to, data = '0x', gas } = parseTransaction(raw as `0x02${string}`);
  if (to === undefined || to === null || gas === undefined) return true;
  return await chain.goesThrough({ from: address, to, data, gas });
}

const isDue = ({ broadcastMsAgo }: Offer): boolean => broadcastMsAgo === null || broadcastMsAgo >= AGAIN_MS;

async function offer(
  { db, chain }: { db: Db; chain: EscrowChain },
  { signer, nonce }: { signer: Signer; nonce: number },
  offered: Offer,
): Promise<void> {
  if (!isDue(offered)) return;
  const { attempt, raw } = offered;
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
