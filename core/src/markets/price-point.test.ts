import { usedBooks } from '@tallystone/testkit/rules/books.ts';
import { freshFeedBooks } from '@tallystone/testkit/rules/feed-books.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { microOdds } from '../money/micro-usdc.ts';
import { bookProbabilities } from '../odds/book.ts';
import { priceOf, priceOfOdds } from './price-point.ts';

describe('priceOf', () => {
  test('is the probability of each outcome of any book to a millionth', () => {
    fc.assert(
      fc.property(fc.oneof(usedBooks, freshFeedBooks), (book) => {
        const price = priceOf(book);
        const probabilities = bookProbabilities(book);
        expect(price).toHaveLength(probabilities.length);
        for (const [outcome, millionths] of price.entries()) {
          expect(Number.isInteger(millionths)).toBe(true);
          expect(Math.abs(Number(millionths) / 1e6 - (probabilities[outcome] ?? 0))).toBeLessThanOrEqual(
            5.001e-7,
          );
        }
      }),
      runs(100),
    );
  });

  test('has no price for an outcome without odds, rather than zero', () => {
    const odds = [microOdds(2_000_000n), null, microOdds(4_000_000n)];
    expect(priceOfOdds({ odds, winners: 1 })).toEqual([666_667, null, 333_333]);
    expect(priceOfOdds({ odds: [null, null], winners: 1 })).toEqual([null, null]);
  });

  test('of two winners sums to two, and is never above certain', () => {
    const odds = [1_250_000n, 1_250_000n, 2_500_000n].map(microOdds);
    expect(priceOfOdds({ odds, winners: 2 })).toEqual([800_000, 800_000, 400_000]);
    expect(priceOfOdds({ odds: [microOdds(1_010_000n), microOdds(5_000_000n)], winners: 2 })).toEqual([
      1_000_000, 336_106,
    ]);
  });
});
