import type { Hex } from '@tallystone/core/escrow/abi-words';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { type ChainReceipt, ChainUnreachable, type EscrowChain } from './escrow-chain.ts';
import {
  type CallUnderWay,
  findInFinalBlock,
  listUnderWay,
  markInBlock,
  markTakenBack,
  queueAgain,
} from './relay-store.ts';
import { type Signer, whoseWork } from './signer.ts';

/** A call's progress, and the receipt that shows it. */
interface Seen {
  readonly call: CallUnderWay;
  readonly progress: Progress;
  readonly found: { readonly txHash: Hex; readonly receipt: ChainReceipt } | null;
}

/**
 * Checks the calls of a signer and records changes: a call got into a block, its block was taken back, or its result is
 * final. The effects of a call don't matter here: the chain watcher reads them from final blocks.
 *
 * @param fromNonce the first nonce that the chain doesn't have
 * @returns whether the nodes disagree about a call whose nonce is used for good, and no final block in the books has it
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
    const seen = (await checkReceipts(chain, call, at)) ?? (await checkFinalBlocks(db, call));
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

/** Progress by the nodes' receipts; null if the nodes disagree, or fewer than two answer. */
async function checkReceipts(
  chain: EscrowChain,
  call: CallUnderWay,
  { fromNonce, finalNonce, finalized }: { fromNonce: number; finalNonce: number; finalized: bigint },
): Promise<Seen | null> {
  const isNonceUsed = call.nonce < fromNonce;
  try {
    const found = isNonceUsed ? await findReceipt(chain, call.hashes) : null;
    if (found === 'disputed') return null;
    const receipt = found?.receipt ?? null;
    const isFinal = receipt !== null && (await isInFinalBlock(chain, receipt, finalized));
    const isNonceSpent = isNonceUsed && call.nonce < finalNonce;
    return { call, progress: decideProgress({ receipt, isFinal, isNonceSpent }), found };
  } catch (error) {
    // A failure that concerns one call must not hold up the others.
    if (error instanceof ChainUnreachable) return null;
    throw error;
  }
}

/** Progress by the books: a single node can't hide the receipt of a call whose events two nodes have reported. */
async function checkFinalBlocks(db: Db, call: CallUnderWay): Promise<Seen | null> {
  const found = await findInFinalBlock(db, call.hashes);
  return found === null ? null : { call, progress: 'final', found };
}

/** At most one of the transactions under a nonce is included. */
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

/** Whether the call was in a block and no longer is. */
const isUndone = ({ call, progress }: Seen): boolean =>
  call.state === 'included' && (progress === 'sent' || progress === 'lost');

async function write(tx: Tx, { call, progress, found }: Seen): Promise<void> {
  const { id } = call;
  if (progress === 'lost') await queueAgain(tx, id);
  else if (progress === 'sent') await markTakenBack(tx, id);
  else if (found !== null) {
    await markInBlock(tx, id, { state: progress, txHash: found.txHash, block: found.receipt.block });
  }
}

/** What the endpoints report about a call that was sent. */
export interface TransactionFacts {
  /** The receipt of one of its transactions; null if no endpoint knows any of them in a block. */
  readonly receipt: ChainReceipt | null;
  /** Whether the receipt's block is final. */
  readonly isFinal: boolean;
  /** Whether a final block has a transaction with the call's nonce. */
  readonly isNonceSpent: boolean;
}

/** A call's progress. `lost`: another transaction used its nonce for good, so it will never be included. */
export type Progress = 'sent' | 'included' | 'final' | 'reverted' | 'lost';

/** Decides a call's progress. If its block is taken back, the call is too; a final block decides for good. */
export function decideProgress({ receipt, isFinal, isNonceSpent }: TransactionFacts): Progress {
  if (receipt === null) return isNonceSpent ? 'lost' : 'sent';
  if (!isFinal) return 'included';
  return receipt.status === 'success' ? 'final' : 'reverted';
}
