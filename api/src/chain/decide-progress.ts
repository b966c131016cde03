import type { ChainReceipt } from './escrow-chain.ts';

/** What both endpoints say of a call that was sent. */
export interface TransactionFacts {
  /** Of any of its transactions; null when neither endpoint knows one of them in a block. */
  readonly receipt: ChainReceipt | null;
  /** Whether that block is final. */
  readonly isFinal: boolean;
  /** Whether a final block holds a transaction with its nonce. */
  readonly isNonceSpent: boolean;
}

/** Where a call stands. `lost`: something else took its nonce for good, so that it never will be included. */
export type Progress = 'sent' | 'included' | 'final' | 'reverted' | 'lost';

/** Where a call stands by what was seen: a block that is taken back takes it back, a final one decides. */
export function decideProgress({ receipt, isFinal, isNonceSpent }: TransactionFacts): Progress {
  if (receipt === null) return isNonceSpent ? 'lost' : 'sent';
  if (!isFinal) return 'included';
  return receipt.status === 'success' ? 'final' : 'reverted';
}
