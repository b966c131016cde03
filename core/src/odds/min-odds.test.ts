import { orders, usedBooksAtLeast } from '@tallystone/testkit/rules/books.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MicroOdds, microOdds, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { bookOdds } from './book.ts';
import type { FeedBook } from './feed.ts';
import { AT_LEAST } from './fill-rule.ts';
import { openLmsrBook } from './lmsr.ts';
import { minOddsOf, type RecentTrade } from './min-odds.ts';
import { LOWEST_ODDS, ODDS_STEP } from './parse-odds.ts';

const now = new Date('2026-11-23T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const usd = (amount: number) => microUsdc(BigInt(amount) * 1_000_000n);
const odds = (decimal: number) => microOdds(BigInt(Math.round(decimal * 100)) * ODDS_STEP);
const decimal = (micro: MicroOdds) => Number(micro) / 1e6;

const quiet: RecentTrade = { now, prices: [], bets: [], isBusy: false };
const even = openLmsrBook({ rule: AT_LEAST, initialProbabilities: [0.5, 0.5], lossBudget: usd(10_000) });
const three = openLmsrBook({
  rule: AT_LEAST,
  initialProbabilities: [0.5, 0.3, 0.2],
  lossBudget: usd(10_000),
});

const feed: FeedBook = {
  kind: 'feed',
  rule: AT_LEAST,
  winners: 1,
  odds: [odds(2), odds(2)],
  pricedAt: now,
  lossBudget: usd(1_000),
  room: usd(1_000),
  openReturns: [ZERO_USDC, ZERO_USDC],
  received: ZERO_USDC,
  openStakes: ZERO_USDC,
};

const suggest = (
  recent: Partial<RecentTrade>,
  { book = even as typeof even | FeedBook, outcome = 0, at = odds(11) } = {},
) => decimal(minOddsOf(book, { outcome, odds: at, recent: { ...quiet, ...recent } }));

/** The same, calculated from the formula. */
const cutAt = (z: number, profit: number) =>
  1 + Math.floor(profit * 100 * (1 - Math.min(0.6, 1 - Math.exp(-z)))) / 100;

describe('the lowest odds suggested', () => {
  test('are slightly below the current odds on a quiet market', () => {
    const b = 10_000 / Math.LN2;
    // Eight bets of 25 USDC at 2.00 move the log odds by 50 / b each.
    expect(suggest({})).toBe(cutAt(0.02 + (4 * 50) / b, 10));
    expect(suggest({}, { book: feed })).toBe(cutAt(0.02, 10));
    expect(suggest({}, { book: feed, at: odds(2) })).toBe(1.98);
  });

  test('fall with the largest six-second move of the last minute', () => {
    // From 0.5 to 0.6 and back to 0.5 within seconds.
    const moved = (from: number, to: number): Partial<RecentTrade> => ({
      prices: [
        { at: ago(300), price: [500_000, 500_000] },
        { at: ago(from), price: [600_000, 400_000] },
        { at: ago(to), price: [500_000, 500_000] },
      ],
    });
    const move = Math.log(0.6 / 0.4);
    const rested = suggest({}, { book: feed });
    expect(suggest(moved(40, 30), { book: feed })).toBe(cutAt(0.02 + 1.5 * move, 10));
    expect(suggest({ ...moved(40, 30), isBusy: true }, { book: feed })).toBe(cutAt(0.02 + 0.75 * move, 10));
    // Moves older than a minute and six seconds don't count.
    expect(suggest(moved(90, 70), { book: feed })).toBe(rested);
    // A price counts from its time on.
    expect(suggest(moved(10, 9.6), { book: feed })).toBe(cutAt(0.02 + 1.5 * move, 10));
    // The window's last move still counts, and half a second of it is seen.
    expect(suggest(moved(61, 58), { book: feed })).toBeLessThan(rested);
    expect(suggest(moved(2, 1.5), { book: feed })).toBeLessThan(rested);
  });

  test('include the current price, and extend the first known price into the past', () => {
    const price = (at: number, p: number) => ({ at: ago(at), price: [p * 1e6, (1 - p) * 1e6] });
    const moved = suggest({ prices: [price(10, 0.6)] }, { book: feed });
    expect(moved).toBe(cutAt(0.02 + 1.5 * Math.log(1.5), 10));
    expect(suggest({ prices: [price(10, 0.5)] }, { book: feed })).toBe(cutAt(0.02, 10));
    // The current price is the book's.
    expect(suggest({ prices: [price(10, 0.5), price(0, 0.6)] }, { book: feed })).toBe(cutAt(0.02, 10));
  });

  test('do not count a time without a price as a move', () => {
    const prices = [
      { at: ago(50), price: [null, 500_000] },
      { at: ago(20), price: [500_000, 500_000] },
    ];
    expect(suggest({ prices }, { book: feed })).toBe(cutAt(0.02, 10));
  });

  test('treat a price rounded to 1 or 0 as half a millionth away from it', () => {
    for (const extreme of [1_000_000, 0]) {
      const prices = [
        { at: ago(300), price: [extreme, 1_000_000 - extreme] },
        { at: ago(10), price: [null, null] },
      ];
      expect(suggest({ prices }, { book: feed })).toBe(cutAt(0.02, 10));
    }
  });

  test('fall with what one of the last 64 bets moves, on this outcome or another', () => {
    const b = 10_000 / Math.log(5);
    const bets = (outcome: number) => Array.from({ length: 64 }, () => ({ outcome, payout: usd(100) }));
    const [own, other] = [0, 1].map((on) => suggest({ bets: bets(on) }, { book: three }));
    expect(own).toBe(cutAt(0.02 + (4 * 100) / b, 10));
    // A bet on the second outcome of 0.3 moves the first by 0.3 / 0.5 of its move.
    expect(other).toBe(cutAt(0.02 + (4 * 0.6 * 100) / b, 10));
    expect(suggest({ bets: bets(1) }, { book: three, outcome: 1 })).toBe(own);
    const older = Array.from({ length: 64 }, () => ({ outcome: 0, payout: usd(9_000) }));
    expect(suggest({ bets: [...older, ...bets(0)] }, { book: three })).toBe(own);
  });

  test('use fewer of the eight seed bets the more real ones there are', () => {
    const b = 10_000 / Math.LN2;
    const real = (count: number) => Array.from({ length: count }, () => ({ outcome: 0, payout: usd(500) }));
    const mean = (count: number, seeds: number) =>
      Math.sqrt((count * 500 ** 2 + seeds * 50 ** 2) / (count + seeds)) / b;
    expect(suggest({ bets: real(10) })).toBe(cutAt(0.02 + 4 * mean(10, 8), 10));
    expect(suggest({ bets: real(60) })).toBe(cutAt(0.02 + 4 * mean(60, 4), 10));
  });

  test('never cut more than 60% of the profit, and are never below 1.01', () => {
    const prices = [
      { at: ago(300), price: [10_000, 990_000] },
      { at: ago(10), price: [990_000, 10_000] },
    ];
    expect(suggest({ prices })).toBe(5);
    expect(suggest({ prices }, { at: odds(1.02) })).toBe(1.01);
    expect(suggest({ prices: [{ at: ago(70), price: [0, 1_000_000] }] })).toBe(5);
  });

  test('throw for an unknown outcome', () => {
    expect(() => suggest({}, { outcome: 2 })).toThrow('outcome 2 of a market with 2');
    expect(() => suggest({ bets: [{ outcome: 3, payout: usd(1) }] })).toThrow('outcome 3 of a market with 2');
  });

  test('can always be signed and never exceed the current odds', () => {
    fc.assert(
      fc.property(usedBooksAtLeast, orders, fc.boolean(), (book, order, isBusy) => {
        const outcome = order.outcome % book.openReturns.length;
        const at = bookOdds(book, { outcome, stake: usd(10) });
        if (at === null) return;
        const lowest = minOddsOf(book, { outcome, odds: at, recent: { ...quiet, isBusy } });
        expect(lowest >= LOWEST_ODDS && lowest <= at && lowest % ODDS_STEP === 0n).toBe(true);
      }),
      runs(500),
    );
  });
});
