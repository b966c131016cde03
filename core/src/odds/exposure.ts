import { larger, leftOf } from '../money/bounds.ts';
import type { MicroUsdc } from '../money/micro-usdc.ts';

/** What any book owes and received, however it is priced. */
interface Owed {
  /** P: what is owed if the outcome wins, per outcome, micro-USDC. */
  readonly openReturns: readonly MicroUsdc[];
  /** R: stakes taken minus cash-outs and refunds paid, micro-USDC. Below zero when bettors have won more. */
  readonly received: MicroUsdc;
  /** S: the stakes of open bets, micro-USDC. */
  readonly openStakes: MicroUsdc;
}

/**
 * What must be in escrow so everyone can be paid, whichever outcome wins, or if none does.
 *
 * @returns max(P_1 .. P_n, S), micro-USDC
 */
export function worstCaseOf({ openReturns, openStakes }: Omit<Owed, 'received'>): MicroUsdc {
  return openReturns.reduce(larger, openStakes);
}

/**
 * W: what the house loses now in the worst case, whether an outcome wins or the market is void.
 *
 * @returns max(0, max P - R, S - R), micro-USDC
 */
export function exposureOf(book: Owed): MicroUsdc {
  return leftOf(worstCaseOf(book), book.received);
}
