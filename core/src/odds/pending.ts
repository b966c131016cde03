import { larger, leftOf } from '../money/bounds.ts';
import { CENT, MICRO, type MicroOdds, type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { type Owed, owedWith, sumOfLargest } from './exposure.ts';
import { payoutOf } from './payout.ts';

/**
 * Accepted bets whose stakes aren't final on the chain. Each may still fail, and its bettor may choose that after
 * seeing everything else. So they never improve anyone's odds, and the house must be able to bear any combination of
 * them staying.
 *
 * @see docs/design/pricing.md#pending-bets
 */
export interface PendingBets {
  /** What they return if they stay and the outcome wins, per outcome, micro-USDC. */
  readonly returns: readonly MicroUsdc[];
  /** Their stakes per outcome, micro-USDC. */
  readonly stakes: readonly MicroUsdc[];
}

/** The part of a book that pending bets affect. */
export interface Booked extends Owed {
  /** Absent if stakes are never pending. */
  readonly pending?: PendingBets;
}

interface Bet {
  readonly outcome: number;
  readonly stake: MicroUsdc;
  readonly odds: MicroOdds;
}

export const noPendingBets = (outcomes: number): PendingBets => ({
  returns: Array.from({ length: outcomes }, () => ZERO_USDC),
  stakes: Array.from({ length: outcomes }, () => ZERO_USDC),
});

/** The same book, with a record of pending bets even if there are none yet. */
export function withPending<B extends Booked>(book: B): B & { readonly pending: PendingBets } {
  return { ...book, pending: book.pending ?? noPendingBets(book.openReturns.length) };
}

/**
 * The book an outcome is priced from: pending bets on it count as if they stay, those on other outcomes as if they
 * fail. Both worsen its odds for the bettor, and a bet priced this way costs the house no more in any other case.
 * Where others may win beside it, pending bets on those count as what they cost if they stay.
 */
export function pricingBook<B extends Booked>(book: B, outcome: number): B {
  const { pending, winners } = book;
  if (pending === undefined) return book;
  const stakes = pending.stakes[outcome] ?? ZERO_USDC;
  return {
    ...book,
    openReturns: book.openReturns.map((owed, j) => {
      if (j === outcome) return microUsdc(owed + (pending.returns[j] ?? 0n));
      return winners === 1 ? owed : costOf(book, owed, j);
    }),
    received: microUsdc(book.received + stakes),
    openStakes: microUsdc(book.openStakes + stakes),
  };
}

/**
 * What the house loses now in the worst case, whichever pending bets stay and whichever outcomes win, or if none
 * does. For a winning outcome the worst case is that the pending bets on it stay, because each pays more than it
 * stakes, and all others fail. As bets stay or fail, it can only fall.
 *
 * @returns max(0, the k largest of P_j + pending returns on j - pending stakes on j, less R, S - R), micro-USDC
 */
export function pendingExposureOf(book: Booked): MicroUsdc {
  const { received, openStakes, winners } = book;
  const costs = book.openReturns.map((owed, j) => costOf(book, owed, j));
  return leftOf(larger(sumOfLargest(costs, winners), openStakes), received);
}

/** What an outcome costs if it wins and all pending bets on it stay: their stakes help to pay for it. */
const costOf = ({ pending }: Booked, owed: MicroUsdc, outcome: number): MicroUsdc =>
  microUsdc(owed + (pending?.returns[outcome] ?? 0n) - (pending?.stakes[outcome] ?? 0n));

/**
 * The largest stake on an outcome at given odds that keeps this loss within a limit.
 *
 * @param most the limit, micro-USDC
 * @returns micro-USDC in whole cents
 */
export function mostWithin(
  book: Booked,
  { outcome, odds, most }: { outcome: number; odds: MicroOdds; most: MicroUsdc },
): MicroUsdc {
  const priced = pricingBook(book, outcome);
  const left = leftOf(most + priced.received, owedWith(priced, outcome));
  return microUsdc(((left * MICRO) / (odds - MICRO) / CENT) * CENT);
}

/** The book after accepting a bet whose stake isn't final. */
export function addPendingBet<B extends Booked>(book: B, bet: Bet): B {
  const { returns, stakes } = withPending(book).pending;
  return {
    ...book,
    pending: { returns: added(returns, bet, payoutOf(bet)), stakes: added(stakes, bet, bet.stake) },
  };
}

/** The book after a pending bet was decided. If it stays, the caller then adds it as a bet. */
export function dropPendingBet<B extends Booked>(book: B, bet: Bet): B {
  const { returns, stakes } = withPending(book).pending;
  return {
    ...book,
    pending: {
      returns: added(returns, bet, microUsdc(-payoutOf(bet))),
      stakes: added(stakes, bet, microUsdc(-bet.stake)),
    },
  };
}

function added(amounts: readonly MicroUsdc[], { outcome }: Bet, amount: MicroUsdc): MicroUsdc[] {
  return amounts.map((each, j) => (j === outcome ? microUsdc(each + amount) : each));
}
