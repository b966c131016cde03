import { larger, leftOf } from '../money/bounds.ts';
import { CENT, MICRO, type MicroOdds, type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { payoutOf } from './payout.ts';

/**
 * Bets that were accepted and whose stakes are not final on the chain. Each of them may still fail, and its bettor may
 * choose that after seeing everything else. So they never improve anybody's odds, and the house must be able to bear
 * whichever of them stay.
 *
 * @see docs/design/pricing.md#pending-bets
 */
export interface PendingBets {
  /** What they would return if they stay and the outcome wins, per outcome, micro-USDC. */
  readonly returns: readonly MicroUsdc[];
  /** What they stake, per outcome, micro-USDC. */
  readonly stakes: readonly MicroUsdc[];
}

/** As much of a book as pending bets touch. */
interface Booked {
  /** P: what is owed if the outcome wins, per outcome, micro-USDC. */
  readonly openReturns: readonly MicroUsdc[];
  /** R: stakes taken minus cash-outs and refunds paid, micro-USDC. */
  readonly received: MicroUsdc;
  /** S: the stakes of bets that have not ended, micro-USDC. */
  readonly openStakes: MicroUsdc;
  /** Absent where stakes are never pending. */
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

/** The same book, with pending bets counted in it though there are none yet. */
export function withPending<B extends Booked>(book: B): B & { readonly pending: PendingBets } {
  return { ...book, pending: book.pending ?? noPendingBets(book.openReturns.length) };
}

/**
 * The book that an outcome is priced from: the pending bets on it count as if they stay, those on other outcomes as if
 * they fail. Both make its odds worse for whoever bets on it, and what is priced so costs the house no more in any other
 * case.
 */
export function pricingBook<B extends Booked>(book: B, outcome: number): B {
  const { pending } = book;
  if (pending === undefined) return book;
  const stakes = pending.stakes[outcome] ?? ZERO_USDC;
  return {
    ...book,
    openReturns: book.openReturns.map((owed, j) =>
      j === outcome ? microUsdc(owed + (pending.returns[outcome] ?? 0n)) : owed,
    ),
    received: microUsdc(book.received + stakes),
    openStakes: microUsdc(book.openStakes + stakes),
  };
}

/**
 * What the house loses if the worst happens now: whichever of the pending bets stay, whichever outcome wins, or if none
 * does. Of an outcome that wins, it is worst when the pending bets on it stay, each for more than it stakes, and all
 * others fail. When bets stay or fail afterwards it only falls.
 *
 * @returns max(0, max over j of P_j + pending returns on j - pending stakes on j - R, S - R), micro-USDC
 */
export function pendingExposureOf({ openReturns, received, openStakes, pending }: Booked): MicroUsdc {
  let most: bigint = openStakes;
  for (const [j, owed] of openReturns.entries()) {
    most = larger(most, owed + (pending?.returns[j] ?? 0n) - (pending?.stakes[j] ?? 0n));
  }
  return leftOf(most, received);
}

/**
 * The largest stake on an outcome at given odds with which that loss stays within what the house may lose.
 *
 * @param most micro-USDC
 * @returns micro-USDC in whole cents
 */
export function mostWithin(
  book: Booked,
  { outcome, odds, most }: { outcome: number; odds: MicroOdds; most: MicroUsdc },
): MicroUsdc {
  const { openReturns, received } = pricingBook(book, outcome);
  const left = leftOf(most + received, openReturns[outcome] ?? ZERO_USDC);
  return microUsdc(((left * MICRO) / (odds - MICRO) / CENT) * CENT);
}

/** The book after a bet was accepted whose stake is not final. */
export function addPendingBet<B extends Booked>(book: B, bet: Bet): B {
  const { returns, stakes } = withPending(book).pending;
  return {
    ...book,
    pending: { returns: added(returns, bet, payoutOf(bet)), stakes: added(stakes, bet, bet.stake) },
  };
}

/** The book after a pending bet was decided: as a failed one it is gone, as another it is to be counted as a bet. */
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
