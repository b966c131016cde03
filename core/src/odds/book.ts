import type { MicroOdds, MicroUsdc } from '../money/micro-usdc.ts';
import {
  applyFeedBet,
  type FeedBook,
  feedHonours,
  feedMaxStakeOn,
  feedOddsFor,
  feedProbabilitiesOf,
} from './feed.ts';
import {
  applyBet,
  honours,
  type LmsrBook,
  maxStakeAtOdds,
  maxStakeOn,
  oddsFor,
  probabilitiesOf,
} from './lmsr.ts';

/**
 * What a market owes and how it is priced: by our market maker, or by a feed. Both answer the same
 * questions, which are asked here.
 */
export type Book = LmsrBook | FeedBook;

type Asked = { outcome: number; stake: MicroUsdc };
type Bet = Asked & { odds: MicroOdds };

/** Odds for a stake, two decimals; null when it cannot be priced or is too large. */
export const bookOdds = (book: Book, asked: Asked): MicroOdds | null =>
  book.kind === 'lmsr' ? oddsFor(book, asked) : feedOddsFor(book, asked);

/** The probability of each outcome, 0 to 1. */
export const bookProbabilities = (book: Book): number[] =>
  book.kind === 'lmsr' ? probabilitiesOf(book) : feedProbabilitiesOf(book);

/** The largest stake taken on an outcome now, at whatever odds; micro-USDC in whole cents. */
export const bookMaxStake = (book: Book, outcome: number): MicroUsdc =>
  book.kind === 'lmsr' ? maxStakeOn(book, outcome) : feedMaxStakeOn(book, outcome);

/** The largest stake on an outcome that still gets these odds or better. Those of a feed do not fall with the stake. */
export const bookMaxStakeAt = (book: Book, at: { outcome: number; odds: MicroOdds }): MicroUsdc =>
  book.kind === 'lmsr' ? maxStakeAtOdds(book, at) : feedMaxStakeOn(book, at.outcome);

/** Whether a bet signed at these odds is taken. `isQuoted`: we had quoted them to its bettor within the last minutes. */
export const bookHonours = (book: Book, bet: Bet & { isQuoted: boolean }): boolean =>
  book.kind === 'lmsr' ? honours(book, bet) : feedHonours(book, bet);

/** The book after a bet. */
export const applyToBook = (book: Book, bet: Bet): Book =>
  book.kind === 'lmsr' ? applyBet(book, bet) : applyFeedBet(book, bet);
