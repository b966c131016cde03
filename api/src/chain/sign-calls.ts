import type { Db } from '../db/db.ts';
import { tryLock } from '../db/named-lock.ts';
import { transaction } from '../db/transaction.ts';
import type { ChainKeys, EscrowChain } from './escrow-chain.ts';
import { offeredFees } from './raised-fees.ts';
import {
  dropExpired,
  hasQueued,
  insertTransaction,
  listQueued,
  markSent,
  readSigner,
} from './relay-store.ts';
import { type Signer, signerLock, whoseWork } from './signer.ts';

/** How many transactions of one account nodes keep. */
const MOST_ON_THEIR_WAY = 16;

/**
 * Gives queued calls their nonces and signs them. The signed bytes are stored before they are sent, so that after a crash
 * the same bytes are sent again and nothing is sent twice.
 *
 * @param fromNonce the first nonce that the chain doesn't have
 * @returns how many were signed; `full` if as many wait for a block as nodes keep, so that none can be signed
 */
export async function signCalls(
  { db, chain, keys }: { db: Db; chain: EscrowChain; keys: ChainKeys },
  { signer, fromNonce }: { signer: Signer; fromNonce: number },
): Promise<number | 'full'> {
  const { address } = signer;
  // Also if nothing is queued: a bet that was accepted now could only expire.
  const { onTheirWay } = await readSigner(db, { signer: address, fromNonce });
  if (onTheirWay >= MOST_ON_THEIR_WAY) return 'full';
  if (!(await hasQueued(db, signer.roles))) return 0;
  const fees = offeredFees(await chain.fees());
  return await transaction(
    db,
    async (tx) => {
      if (!(await tryLock(tx, signerLock(signer)))) return 0;
      await dropExpired(tx, signer.roles);
      const { onTheirWay, nextNonce } = await readSigner(tx, { signer: address, fromNonce });
      const limit = MOST_ON_THEIR_WAY - onTheirWay;
      if (limit <= 0) return 0;
      const queued = await listQueued(tx, { roles: signer.roles, limit });
      // The key may have signed elsewhere before it was moved here.
      let nonce = Math.max(nextNonce, fromNonce);
      for (const { id, role, data, gas } of queued) {
        const { chainId, escrow } = chain.place;
        const signed = await keys.sign(role, { chainId, nonce, to: escrow, data, gas, fees });
        const slot = { signer: address, nonce };
        await insertTransaction(tx, { ...signed, ...slot, attempt: 1, callId: id, maxFee: fees.maxFee });
        await markSent(tx, { id, ...slot });
        nonce += 1;
      }
      return queued.length;
    },
    `relay-sign@${whoseWork(signer)}`,
  );
}
