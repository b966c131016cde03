import { parseTransaction } from 'viem';
import type { Db } from '../db/db.ts';
import { tryLock } from '../db/named-lock.ts';
import { transaction } from '../db/transaction.ts';
import type { ChainKeys, EscrowChain, Fees, UnsignedTransaction } from './escrow-chain.ts';
import { offeredFees, raisedWithin } from './raised-fees.ts';
import { dropCall, insertTransaction, listOpenSlots, type OpenSlot, readLastAttempt } from './relay-store.ts';
import { type Signer, signerLock, whoseWork } from './signer.ts';

/** If the first transaction in line is in no block after this time, it offers too little. */
const STUCK_MS = 12_000;
/** How long to wait for a transaction that offers less than the current base fee. */
const BELOW_BASE_MS = 2000;
const TRANSFER_GAS = 21_000n;

/** The next transaction for a nonce. */
interface Replacement {
  readonly nonce: number;
  /** The attempt that it replaces; 0 if nothing was signed for this nonce. */
  readonly after: number;
  /** Null if it only uses the nonce up. */
  readonly callId: string | null;
  /** The call that it replaces for good. */
  readonly drops: string | null;
  readonly transaction: UnsignedTransaction;
}

/**
 * Signs transactions again, with the same nonce and a higher fee, that blocks have passed over for too long; the chain takes
 * one transaction per nonce. The nonce of a call that is no longer needed, or for which nothing was signed, is used up by a
 * transaction that does nothing. Otherwise all later ones would wait for ever.
 *
 * @param fromNonce the first nonce that the chain doesn't have
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
      if (!(await tryLock(tx, signerLock(signer)))) return 0;
      let signed = 0;
      for (const { nonce, after, callId, drops, transaction: next } of due) {
        const slot = { signer: signer.address, nonce };
        // Another process has signed it already.
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

/** The nonces that need another transaction, with that transaction. */
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
    // All our transactions have this type.
    const before = parseTransaction(slot.raw as `0x02${string}`);
    const { maxFeePerGas: maxFee = 0n, maxPriorityFeePerGas: tip = 0n } = before;
    const isFirst = slot.nonce === fromNonce && slot.signedMsAgo > STUCK_MS;
    // If no node took it, or no block was made since, its fee isn't the reason that it isn't included.
    const isPassedOver = slot.broadcastMsAgo !== null && newestMsAgo < slot.signedMsAgo;
    // Only once, since the replacement carries no call. Doing nothing takes less gas, which helps if gas money is short.
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
