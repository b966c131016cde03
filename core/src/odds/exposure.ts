import { larger, leftOf } from '../money/bounds.ts';
import { type MicroOdds, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { payoutOf } from './payout.ts';

/** What any book owes and received, however it is priced. */
export interface Owed {
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

/**
 * The book after a bet whose stake has arrived: the stake is received, the payout is owed on its outcome.
 *
 * @param bet stake in micro-USDC, above 0; odds in micro-odds
 */
export function applyBet<B extends Owed>(
  book: B,
  bet: { outcome: number; stake: MicroUsdc; odds: MicroOdds },
): B {
  const payout = payoutOf(bet);
  return {
    ...book,
    openReturns: book.openReturns.map((owed, j) => (j === bet.outcome ? microUsdc(owed + payout) : owed)),
    received: microUsdc(book.received + bet.stake),
    openStakes: microUsdc(book.openStakes + bet.stake),
  };
}
