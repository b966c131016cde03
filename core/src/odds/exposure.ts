import { larger, leftOf } from '../money/bounds.ts';
import { type MicroOdds, type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { payoutOf } from './payout.ts';

/** What any book owes and received, however it is priced. */
export interface Owed {
  /** P: what is owed if the outcome wins, per outcome, micro-USDC. */
  readonly openReturns: readonly MicroUsdc[];
  /** R: stakes taken minus cash-outs and refunds paid, micro-USDC. Below zero when bettors have won more. */
  readonly received: MicroUsdc;
  /** S: the stakes of open bets, micro-USDC. */
  readonly openStakes: MicroUsdc;
  /** k: exactly this many outcomes win. */
  readonly winners: number;
}

/**
 * What must be in escrow so everyone can be paid, whichever outcomes win, or if none does.
 *
 * @returns max(the sum of the k largest of P_1 .. P_n, S), micro-USDC
 */
export function worstCaseOf({ openReturns, openStakes, winners }: Omit<Owed, 'received'>): MicroUsdc {
  return larger(sumOfLargest(openReturns, winners), openStakes);
}

/**
 * W: what the house loses now in the worst case, whether outcomes win or the market is void.
 *
 * @returns max(0, the k largest of P - R, S - R), micro-USDC
 */
export function exposureOf(book: Owed): MicroUsdc {
  return leftOf(worstCaseOf(book), book.received);
}

/**
 * The most that is owed if an outcome wins: its own returns, and the largest of the others that may win beside it.
 *
 * @returns micro-USDC
 */
export function owedWith({ openReturns, winners }: Pick<Owed, 'openReturns' | 'winners'>, outcome: number) {
  const own = openReturns[outcome] ?? ZERO_USDC;
  if (winners === 1) return own;
  const others = openReturns.filter((_, j) => j !== outcome);
  return microUsdc(own + sumOfLargest(others, winners - 1));
}

/** The sum of the largest amounts; micro-USDC. */
export function sumOfLargest(amounts: readonly MicroUsdc[], count: number): MicroUsdc {
  if (count === 1) return amounts.reduce(larger, ZERO_USDC);
  const sorted = [...amounts].sort((a, b) => (a < b ? 1 : -1));
  return microUsdc(sorted.slice(0, count).reduce((sum, each) => sum + each, 0n));
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
