import { smaller } from '../money/bounds.ts';
import { type MicroOdds, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { exposureOf, worstCaseOf } from './exposure.ts';
import {
  type FeedBook,
  feedCashOutValue,
  feedHonours,
  feedMaxStakeOn,
  feedOddsFor,
  feedProbabilitiesOf,
} from './feed.ts';
import { AT_LEAST } from './fill-rule.ts';
import {
  cashOutValue,
  honours,
  isSound,
  type LmsrBook,
  maxStakeAtOdds,
  maxStakeOn,
  oddsFor,
  probabilitiesOf,
} from './lmsr.ts';
import { mostWithin, pricingBook } from './pending.ts';

/** What a market owes and how it is priced: by our market maker or by a feed. The functions below work for both. */
export type Book = LmsrBook | FeedBook;

type Asked = { outcome: number; stake: MicroUsdc };
type Bet = Asked & { odds: MicroOdds };

/** Odds for a stake, two decimals; null when it has no price or is too large. */
export function bookOdds(book: Book, asked: Asked): MicroOdds | null {
  const priced = pricingBook(book, asked.outcome);
  return priced.kind === 'lmsr' ? oddsFor(priced, asked) : feedOddsFor(priced, asked);
}

/** The probability of each outcome, 0 to 1. Pending bets count only once they stay. */
export const bookProbabilities = (book: Book): number[] =>
  book.kind === 'lmsr' ? probabilitiesOf(book) : feedProbabilitiesOf(book);

/** The largest stake on an outcome now at any odds; micro-USDC in whole cents. */
export function bookMaxStake(book: Book, outcome: number): MicroUsdc {
  const priced = pricingBook(book, outcome);
  return priced.kind === 'lmsr' ? maxStakeOn(priced, outcome) : feedMaxStakeOn(priced, outcome);
}

/** The largest stake on an outcome that still gets these odds or better. A feed's odds don't depend on the stake. */
export function bookMaxStakeAt(book: Book, at: { outcome: number; odds: MicroOdds }): MicroUsdc {
  const priced = pricingBook(book, at.outcome);
  if (priced.kind === 'feed') return feedMaxStakeOn(priced, at.outcome);
  const most = maxStakeAtOdds(priced, at);
  if (book.pending === undefined) return most;
  return smaller(most, bookAffordable(book, at));
}

/**
 * The largest stake at these odds that the house can bear, whichever pending bets stay. In markets without pending
 * bets the price alone keeps the loss within the budget.
 */
export function bookAffordable(book: Book, at: { outcome: number; odds: MicroOdds }): MicroUsdc {
  return mostWithin(book, { ...at, most: book.kind === 'lmsr' ? book.lossBudget : book.room });
}

/**
 * The odds that a bet is filled at when its bettor signed `bet.odds`; null when it is refused.
 *
 * @param bet.isQuoted whether we quoted the signed odds to this bettor within the last minutes
 * @returns micro-odds, at least the signed ones
 */
export function bookFill(book: Book, bet: Bet & { isQuoted: boolean }): MicroOdds | null {
  if (book.rule === AT_LEAST) {
    const odds = bookOdds(book, bet);
    return odds !== null && odds >= bet.odds ? odds : null;
  }
  return isHonoured(book, bet) ? bet.odds : null;
}

/** Whether a bet is filled at exactly its signed odds. */
function isHonoured(book: Book, bet: Bet & { isQuoted: boolean }): boolean {
  const priced = pricingBook(book, bet.outcome);
  if (priced.kind === 'feed') return feedHonours(priced, bet);
  return honours(priced, bet, { needsSlack: book.pending === undefined });
}

/** A bet that ends before its market: its potential payout, and what is paid instead. */
export interface EndedEarly {
  readonly outcome: number;
  readonly stake: MicroUsdc;
  readonly payout: MicroUsdc;
  /** Micro-USDC: a cash-out's value, or the stake of a void bet. */
  readonly paid: MicroUsdc;
}

/** A bet's cash-out value now, in whole cents; null without a price. */
export const bookCashOutValue = (
  book: Book,
  bet: { outcome: number; payout: MicroUsdc },
): MicroUsdc | null => (book.kind === 'lmsr' ? cashOutValue(book, bet) : feedCashOutValue(book, bet));

/** The book after a bet ended early: its payout is no longer owed, and its value was paid out. */
export const endBetInBook = <B extends Book>(book: B, bet: EndedEarly): B => ({
  ...book,
  openReturns: book.openReturns.map((owed, j) => (j === bet.outcome ? microUsdc(owed - bet.payout) : owed)),
  received: microUsdc(book.received - bet.paid),
  openStakes: microUsdc(book.openStakes - bet.stake),
});

/**
 * Whether the market can pay for a bet now and still pay everyone else, whatever happens, within the house's loss
 * limit. For a feed market this assumes the announced start of its game: see every-start.ts for all other starts.
 *
 * @param has.escrow what is in the market's escrow before it pays, micro-USDC
 */
export function bookAffords(book: Book, bet: EndedEarly, { escrow }: { escrow: MicroUsdc }): boolean {
  const after = endBetInBook(book, bet);
  if (escrow - bet.paid < worstCaseOf(after)) return false;
  if (after.kind === 'feed') return exposureOf(after) <= after.room;
  // If no bet is filled above the price, R >= C needs no slack.
  return after.rule === AT_LEAST || isSound(after);
}
