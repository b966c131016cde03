import { describe, expect, test } from 'vitest';
import { CENT, microOdds, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import {
  type Book,
  bookCashOutValue,
  bookFill,
  bookMaxStake,
  bookMaxStakeAt,
  bookOdds,
  bookProbabilities,
} from './book.ts';
import { type FeedBook, feedCashOutValue, feedMaxStakeOn, feedProbabilitiesOf } from './feed.ts';
import { AS_SIGNED } from './fill-rule.ts';
import {
  cashOutValue,
  type LmsrBook,
  maxStakeAtOdds,
  maxStakeOn,
  oddsFor,
  openLmsrBook,
  probabilitiesOf,
} from './lmsr.ts';

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);
const bet = { outcome: 0, stake: usd(10), odds: microOdds(1_900_000n), payout: usd(19) };

const openLmsr = () =>
  openLmsrBook({ rule: AS_SIGNED, initialProbabilities: [0.5, 0.5], lossBudget: usd(10_000) });
const feed: FeedBook = {
  kind: 'feed',
  rule: AS_SIGNED,
  winners: 1,
  odds: [microOdds(1_900_000n), microOdds(1_950_000n)],
  pricedAt: new Date('2026-11-21T12:00:00.000Z'),
  lossBudget: usd(5_000),
  room: usd(4_000),
  openReturns: [ZERO_USDC, ZERO_USDC],
  received: ZERO_USDC,
  openStakes: ZERO_USDC,
};

interface Answers {
  odds: unknown;
  probabilities: unknown;
  maxStake: unknown;
  maxStakeAt: unknown;
  cashOut: unknown;
}

describe('a book behaves like its kind', () => {
  const answersOfLmsr = (lmsr: LmsrBook): Answers => ({
    odds: oddsFor(lmsr, bet),
    probabilities: probabilitiesOf(lmsr),
    maxStake: maxStakeOn(lmsr, 0),
    maxStakeAt: maxStakeAtOdds(lmsr, bet),
    cashOut: cashOutValue(lmsr, bet),
  });
  const answersOfFeed = (): Answers => ({
    odds: 1_900_000n,
    probabilities: feedProbabilitiesOf(feed),
    maxStake: feedMaxStakeOn(feed, 0),
    maxStakeAt: feedMaxStakeOn(feed, 0),
    cashOut: feedCashOutValue(feed, bet),
  });

  test.each<[string, () => { book: Book; answers: Answers }]>([
    ['of the market maker', () => ({ book: openLmsr(), answers: answersOfLmsr(openLmsr()) })],
    ['of the feed', () => ({ book: feed, answers: answersOfFeed() })],
  ])('%s', (_, ask) => {
    const { book, answers } = ask();
    expect({
      odds: bookOdds(book, bet),
      probabilities: bookProbabilities(book),
      maxStake: bookMaxStake(book, 0),
      maxStakeAt: bookMaxStakeAt(book, bet),
      cashOut: bookCashOutValue(book, bet),
    }).toEqual(answers);
    expect(bookFill(book, { ...bet, isQuoted: false })).toBe(bet.odds);
    expect(bookFill(book, { ...bet, odds: microOdds(3_000_000n), isQuoted: true })).toBeNull();
  });
});
