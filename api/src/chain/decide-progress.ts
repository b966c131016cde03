import type { ChainReceipt } from './escrow-chain.ts';

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
