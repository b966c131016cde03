import { larger, leftOf } from '../money/bounds.ts';
import type { MicroUsdc } from '../money/micro-usdc.ts';

/** What any book owes and has received, however it is priced. */
interface Owed {
  /** P: what is owed if the outcome wins, per outcome, micro-USDC. */
  readonly openReturns: readonly MicroUsdc[];
  /** R: stakes taken minus cash-outs and refunds paid, micro-USDC. Below zero when bettors have gained. */
  readonly received: MicroUsdc;
  /** S: the stakes of bets that have not ended, micro-USDC. */
  readonly openStakes: MicroUsdc;
}

/**
 * What must lie in escrow so that everyone can be paid, whichever outcome wins, and if none does.
 *
 * @returns max(P_1 .. P_n, S), micro-USDC
 */
export function worstCaseOf({ openReturns, openStakes }: Omit<Owed, 'received'>): MicroUsdc {
  return openReturns.reduce(larger, openStakes);
}

/**
 * W: what the house loses if the worst happens now, whether an outcome wins or the market is void.
 *
 * @returns max(0, max P - R, S - R), micro-USDC
 */
export function exposureOf(book: Owed): MicroUsdc {
  return leftOf(worstCaseOf(book), book.received);
}
