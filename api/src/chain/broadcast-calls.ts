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

/** Nodes forget transactions and blocks are taken back, so what isn't included is sent again after this time. */
const AGAIN_MS = 5000;
/** Nodes' messages for an account that can't pay what its transaction offers. */
const CANNOT_PAY = /insufficient (?:funds|balance)/i;

/** An attempt, as it is sent to the nodes. */
type Offer = Pick<OpenSlot, 'attempt' | 'raw' | 'broadcastMsAgo'>;

/**
 * Sends signed transactions that aren't included yet to the nodes, in the order of their nonces. Any number of processes may,
 * because the bytes are the same.
 *
 * Transactions of replaced final blocks go first, in the order that they had there, across all signers: each one uses up its
 * nonce for good, even if it comes too early to do what it did before.
 *
 * @param fromNonce the first nonce that the chain doesn't have
 * @returns why transactions were held back, as a sentence; null if none were
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
    // Later nonces can't be used before this one.
    if (slot.wasReverted) return heldBack(signer, slot, 'it was reverted, and its nonce is used up first');
    if (slot.wasFinal && isDue(slot) && !(await wouldHappen(chain, signer, slot))) {
      return heldBack(signer, slot, 'the nodes say that it would be reverted now');
    }
    const at = { signer, nonce: slot.nonce };
    try {
      await offer({ db, chain }, at, slot);
    } catch (error) {
      // A transaction of a final block may only be repeated with the same bytes, see `wasFinal`.
      if (slot.wasFinal || !CANNOT_PAY.test(String(error))) throw error;
      // The account may be able to pay for an earlier, cheaper attempt.
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
 * The account's transactions that don't have to wait for other accounts.
 *
 * @param first the place of the first transaction that other accounts still have to restore
 */
function mayGo(open: readonly OpenSlot[], first: Place | null): readonly OpenSlot[] {
  if (first === null) return open;
  // Up to the last transaction that came before it, since the lower nonces must be used first.
  const last = open.findLastIndex(({ place }) => place !== null && !isBefore(first, place));
  return open.slice(0, last + 1);
}

const isBefore = (a: Place, b: Place): boolean =>
  a.block === b.block ? a.logIndex < b.logIndex : a.block < b.block;

/** A call that finalises a result waits here: its proposal may be in a later block now, so its window ends later. */
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

/** Offers earlier attempts for the nonce, latest first. @returns whether the nodes have one of them */
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
