import { parseTransaction } from 'viem';
import { tryAdvisoryLock } from '../db/advisory-lock.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import type { ChainKeys, EscrowChain, Fees, UnsignedTransaction } from './escrow-chain.ts';
import { offeredFees, raisedWithin } from './raised-fees.ts';
import { dropCall, insertTransaction, listOpenSlots, type OpenSlot, readLastAttempt } from './relay-store.ts';
import { type Signer, signerLock, whoseWork } from './signer.ts';

/** The first transaction in line that is in no block after this time offers too little. */
const STUCK_MS = 12_000;
/** One that offers less than blocks ask for now is not waited for, beyond this. */
const BELOW_BASE_MS = 2000;
const TRANSFER_GAS = 21_000n;

/** What is signed under a nonce next. */
interface Replacement {
  readonly nonce: number;
  /** The attempt that it replaces; 0 when nothing was signed under this nonce. */
  readonly after: number;
  /** Null: it does nothing but use the nonce up. */
  readonly callId: string | null;
  /** The call whose place it takes for good. */
  readonly drops: string | null;
  readonly transaction: UnsignedTransaction;
}

/**
 * Signs again, under the same nonce and for more, what blocks pass over for too long: of all that are signed under a nonce
 * the chain takes one. A call that nobody needs any more, and a nonce that nothing was signed under, is used up by a
 * transaction that does nothing, or all that comes after it would wait for ever.
 *
 * @param fromNonce the first one that the chain does not have
 * @returns how many were signed
 */
export async function raiseFees(
  { db, chain, keys }: { db: Db; chain: EscrowChain; keys: ChainKeys },
  { signer, fromNonce }: { signer: Signer; fromNonce: number },
): Promise<number> {
  const open = await listOpenSlots(db, { signer: signer.address, fromNonce });
  if (!open.some(({ signedMsAgo }) => signedMsAgo > BELOW_BASE_MS)) return 0;
  const [fees, { latest }] = await Promise.all([chain.fees(), chain.head()]);
  const due = decideReplacements({
    open,
    fromNonce,
    fees,
    newestMsAgo: Date.now() - latest.at.getTime(),
    chainId: chain.place.chainId,
    signer,
  });
  if (due.length === 0) return 0;
  const [role] = signer.roles;
  if (role === undefined) throw new Error('expected a signer with a role');
  return await transaction(
    db,
    async (tx) => {
      if (!(await tryAdvisoryLock(tx, signerLock(signer)))) return 0;
      let signed = 0;
      for (const { nonce, after, callId, drops, transaction: next } of due) {
        const slot = { signer: signer.address, nonce };
        // Another process has done it meanwhile.
        if ((await readLastAttempt(tx, slot)) !== after) continue;
        const made = await keys.sign(role, next);
        const { maxFee } = next.fees;
        await insertTransaction(tx, { ...made, ...slot, attempt: after + 1, callId, maxFee });
        if (drops !== null) await dropCall(tx, drops);
        signed += 1;
      }
      return signed;
    },
    `relay-raise@${whoseWork(signer)}`,
  );
}

/** Which nonces need another transaction, and which one. */
export function decideReplacements({
  open,
  fromNonce,
  fees,
  newestMsAgo,
  chainId,
  signer,
}: {
  open: readonly OpenSlot[];
  fromNonce: number;
  fees: Fees;
  /** The age of the newest block. */
  newestMsAgo: number;
  chainId: number;
  signer: Signer;
}): Replacement[] {
  const base = (fees.maxFee - fees.tip) / 2n;
  const nothing = (nonce: number, offered: Fees): UnsignedTransaction => ({
    chainId,
    nonce,
    to: signer.address,
    data: '0x',
    gas: TRANSFER_GAS,
    fees: offered,
  });
  const due: Replacement[] = [];
  let expected = fromNonce;
  for (const slot of open) {
    for (; expected < slot.nonce; expected++) {
      const transaction = nothing(expected, offeredFees(fees));
      due.push({ nonce: expected, after: 0, callId: null, drops: null, transaction });
    }
    expected = slot.nonce + 1;
    if (slot.wasFinal) continue;
    // All of ours are of this type.
    const before = parseTransaction(slot.raw as `0x02${string}`);
    const { maxFeePerGas: maxFee = 0n, maxPriorityFeePerGas: tip = 0n } = before;
    const isFirst = slot.nonce === fromNonce && slot.signedMsAgo > STUCK_MS;
    // What no node took, and what no block could have taken, was not left out for what it offers.
    const isPassedOver = slot.broadcastMsAgo !== null && newestMsAgo < slot.signedMsAgo;
    // Once: what comes after it carries no call. Doing nothing takes less gas, where that is what is wanting.
    const isToDrop = (slot.isExpired || slot.wasReverted) && slot.callId !== null;
    const isStuck = isFirst && (isPassedOver || isToDrop);
    const isBelowBase = maxFee < base && slot.signedMsAgo > BELOW_BASE_MS;
    if (!isStuck && !isBelowBase) continue;
    const raised = raisedWithin({ maxFee, tip }, fees);
    if (raised === null) continue;
    const { to, data = '0x', gas = TRANSFER_GAS } = before;
    const isGivenUp = slot.isExpired || slot.wasReverted || slot.callId === null;
    const transaction: UnsignedTransaction =
      isGivenUp || to === undefined || to === null
        ? nothing(slot.nonce, raised)
        : { chainId, nonce: slot.nonce, to, data, gas, fees: raised };
    due.push({
      nonce: slot.nonce,
      after: slot.attempt,
      callId: isGivenUp ? null : slot.callId,
      drops: isGivenUp ? slot.callId : null,
      transaction,
    });
  }
  return due;
}
