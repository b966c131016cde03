import { usedBooks } from '@tallystone/testkit/rules/books.ts';
import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CENT, microUsdc } from '../money/micro-usdc.ts';
import { bookCashOutValue, bookProbabilities } from '../odds/book.ts';
import { priceReached, reachPrice } from './reach-price.ts';

const usd = (cents: bigint) => microUsdc(cents * CENT);

test('is the share of the payout', () => {
  expect(reachPrice({ amount: usd(500n), payout: usd(1000n) })).toBe(500_000);
  expect(reachPrice({ amount: usd(1n), payout: usd(3n) })).toBe(333_333);
  expect(priceReached(0.5)).toBe(500_001);
});

test('no amount that a market gives is out of reach', () => {
  fc.assert(
    fc.property(usedBooks, fc.nat(), fc.bigInt(1n, 10_000_000n), (book, nth, cents) => {
      const outcome = nth % book.openReturns.length;
      const payout = usd(cents);
      const amount = bookCashOutValue(book, { outcome, payout });
      fc.pre(amount !== null && amount > 0n);
      const chance = bookProbabilities(book)[outcome] ?? 0;
      expect(reachPrice({ amount: amount ?? payout, payout })).toBeLessThanOrEqual(priceReached(chance));
    }),
    runs(2000),
  );
});
