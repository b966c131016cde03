import {
  CENT,
  MICRO,
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
  ZERO_USDC,
} from '@tallystone/core/money/micro-usdc';
import { applyBet } from '@tallystone/core/odds/exposure';
import { type FeedBook, feedMaxStakeOn } from '@tallystone/core/odds/feed';
import { AS_SIGNED } from '@tallystone/core/odds/fill-rule';
import { LOWEST_ODDS, ODDS_STEP } from '@tallystone/core/odds/parse-odds';
import fc from 'fast-check';
import type { Order } from './books.ts';

/** Typical odds of feeds: mostly short, some up to 1000.00. */
const feedOdds = fc
  .oneof(fc.integer({ min: 101, max: 600 }), fc.integer({ min: 101, max: 100_000 }))
  .map((hundredths) => microOdds(BigInt(hundredths) * ODDS_STEP));

/** The same for markets of which two outcomes win: mostly below 2.25. */
const doubleOdds = (odds: MicroOdds): MicroOdds =>
  microOdds(MICRO + ((odds - MICRO) / (4n * ODDS_STEP)) * ODDS_STEP + ODDS_STEP);

/** Books without bets: 2 to 6 outcomes of which one wins, or two of at least three; caps from 100 to a million USDC, of which the game leaves all or a part. */
export const freshFeedBooks: fc.Arbitrary<FeedBook> = fc
  .record({
    odds: fc.array(feedOdds, { minLength: 2, maxLength: 6 }),
    wins: fc.constantFrom(1, 2),
    lossBudget: fc.constantFrom(100n, 5_000n, 123_456n, 1_000_000n),
    /** In hundredths. */
    left: fc.oneof(fc.constant(100n), fc.bigInt({ min: 0n, max: 100n })),
  })
  .map(({ odds, wins, lossBudget, left }) => {
    const winners = odds.length > 2 ? wins : 1;
    return {
      kind: 'feed',
      rule: AS_SIGNED,
      winners,
      odds: winners === 1 ? odds : odds.map(doubleOdds),
      pricedAt: new Date('2026-11-21T12:00:00.000Z'),
      lossBudget: microUsdc(lossBudget * 1_000_000n),
      room: microUsdc(lossBudget * 10_000n * left),
      openReturns: odds.map(() => ZERO_USDC),
      received: ZERO_USDC,
      openStakes: ZERO_USDC,
    };
  });

/** An order's stake: whole cents, at least one, up to the most the market takes. */
export function feedStakeOf(book: FeedBook, order: Order): MicroUsdc {
  const most = Number(feedMaxStakeOn(book, order.outcome % book.openReturns.length) / CENT);
  return microUsdc(BigInt(Math.max(1, Math.floor(most * order.share))) * CENT);
}

/** The book after all orders that it takes, at its odds. */
export function feedBookAfter(book: FeedBook, crowd: readonly Order[]): FeedBook {
  return crowd.reduce((before, order) => {
    const outcome = order.outcome % before.openReturns.length;
    const stake = feedStakeOf(before, order);
    return stake > feedMaxStakeOn(before, outcome)
      ? before
      : applyBet(before, { outcome, stake, odds: before.odds[outcome] ?? LOWEST_ODDS });
  }, book);
}
