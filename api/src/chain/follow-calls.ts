import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { decideProgress, type Progress } from './decide-progress.ts';
import { type ChainReceipt, ChainUnreachable, type EscrowChain } from './escrow-chain.ts';
import {
  type CallUnderWay,
  findInFinalBlock,
  listUnderWay,
  markEnded,
  markIncluded,
  markTakenBack,
  queueAgain,
} from './relay-store.ts';
import { type Signer, whoseWork } from './signer.ts';

/** What was seen of a call, and where it stands by that. */
interface Seen {
  readonly call: CallUnderWay;
  readonly progress: Progress;
  readonly found: { readonly txHash: Hex; readonly receipt: ChainReceipt } | null;
}

/**
 * Looks where the calls of a signer stand, and writes down what has changed: into a block, out of it again when the block
 * is taken back, and for good once it is final. What a call did is not asked here: the watcher takes that from final
 * blocks.
 *
 * @param fromNonce the first one that the chain does not have
 * @returns whether the nodes are of two minds about a call whose nonce is used for good, and no final block tells of it
 */
export async function followCalls(
  { db, chain }: { db: Db; chain: EscrowChain },
  { signer, fromNonce }: { signer: Signer; fromNonce: number },
): Promise<boolean> {
  const calls = await listUnderWay(db, signer.address);
  if (calls.length === 0) return false;
  const isMoving = calls.some(({ nonce, state }) => nonce < fromNonce || state === 'included');
  if (!isMoving) return false;
  const [{ finalized }, finalNonce] = await Promise.all([
    chain.head(),
    chain.nonce(signer.address, 'finalized'),
  ]);
  const changes: Seen[] = [];
  let isDisputed = false;
  for (const call of calls) {
    const at = { fromNonce, finalNonce, finalized: finalized.number };
    const seen = (await lookAtReceipts(chain, call, at)) ?? (await lookAtFinalBlocks(db, call));
    if (seen === null) isDisputed ||= call.nonce < finalNonce;
    else if (isNews(seen)) changes.push(seen);
  }
  if (changes.length === 0) return isDisputed;
  await transaction(
    db,
    async (tx) => {
      for (const change of changes) await write(tx, change);
    },
    `${changes.some(isUndone) ? 'relay-undo' : 'relay-follow'}@${whoseWork(signer)}`,
  );
  return isDisputed;
}

/** By the receipts of all nodes that answer; null while they do not say the same, or fewer than two answer. */
async function lookAtReceipts(
  chain: EscrowChain,
  call: CallUnderWay,
  at: { fromNonce: number; finalNonce: number; finalized: bigint },
): Promise<Seen | null> {
  try {
    return await lookAt(chain, call, at);
  } catch (error) {
    // Of one call alone, it may not hold up the others.
    if (error instanceof ChainUnreachable) return null;
    throw error;
  }
}

async function lookAt(
  chain: EscrowChain,
  call: CallUnderWay,
  { fromNonce, finalNonce, finalized }: { fromNonce: number; finalNonce: number; finalized: bigint },
): Promise<Seen | null> {
  const isNonceUsed = call.nonce < fromNonce;
  const found = isNonceUsed ? await findReceipt(chain, call.hashes) : null;
  if (found === 'disputed') return null;
  const receipt = found?.receipt ?? null;
  const isFinal = receipt !== null && (await isInFinalBlock(chain, receipt, finalized));
  const isNonceSpent = isNonceUsed && call.nonce < finalNonce;
  return { call, progress: decideProgress({ receipt, isFinal, isNonceSpent }), found };
}

/** One node alone cannot keep a call under way by hiding its receipt: what it did is in a block that both have told. */
async function lookAtFinalBlocks(db: Db, call: CallUnderWay): Promise<Seen | null> {
  const found = await findInFinalBlock(db, call.hashes);
  return found === null ? null : { call, progress: 'final', found };
}

/** Of several transactions under one nonce one at most is included. */
async function findReceipt(chain: EscrowChain, hashes: readonly Hex[]): Promise<Seen['found'] | 'disputed'> {
  for (const txHash of hashes) {
    const receipt = await chain.receipt(txHash);
    if (receipt === 'disputed') return 'disputed';
    if (receipt !== null) return { txHash, receipt };
  }
  return null;
}

async function isInFinalBlock(
  chain: EscrowChain,
  receipt: ChainReceipt,
  finalized: bigint,
): Promise<boolean> {
  if (receipt.block > finalized) return false;
  return (await chain.block(receipt.block)).hash === receipt.blockHash;
}

function isNews({ call, progress, found }: Seen): boolean {
  if (progress !== call.state) return true;
  return found !== null && (found.txHash !== call.txHash || found.receipt.block !== call.blockNumber);
}

/** It was in a block, and is in none. */
const isUndone = ({ call, progress }: Seen): boolean =>
  call.state === 'included' && (progress === 'sent' || progress === 'lost');

async function write(tx: Tx, { call, progress, found }: Seen): Promise<void> {
  const { id } = call;
  if (progress === 'lost') await queueAgain(tx, id);
  else if (progress === 'sent') await markTakenBack(tx, id);
  else if (found !== null && progress === 'included') await markIncluded(tx, { id, ...found });
  else if (found !== null && progress !== 'included') await markEnded(tx, { id, ...found, state: progress });
}
