import { describe, expect, test } from 'vitest';
import { CENT, microOdds, microUsdc } from '../money/micro-usdc.ts';
import { applyBet, exposureOf, type Owed, owedWith, sumOfLargest, worstCaseOf } from './exposure.ts';

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 100)) * CENT);

/** A double chance that owes 300, 120 and 450, for stakes of 600. */
const double: Owed = {
  openReturns: [usd(300), usd(120), usd(450)],
  received: usd(600),
  openStakes: usd(600),
  winners: 2,
};
const single: Owed = { ...double, winners: 1 };

describe('what must be in escrow', () => {
  test('is the most that the winners may be owed together, or all stakes', () => {
    expect(worstCaseOf(single)).toBe(usd(600));
    expect(worstCaseOf(double)).toBe(usd(750));
    expect(worstCaseOf({ ...double, openStakes: usd(750.01) })).toBe(usd(750.01));
  });

  test('is what the house may lose, and what it received', () => {
    expect(exposureOf(double)).toBe(usd(150));
    expect(exposureOf(single)).toBe(0n);
    expect(exposureOf({ ...double, received: usd(750) })).toBe(0n);
  });
});

describe('what is owed if an outcome wins', () => {
  test('is its own returns where it wins alone', () => {
    expect([0, 1, 2].map((outcome) => owedWith(single, outcome))).toEqual(double.openReturns);
    expect(owedWith(single, 3)).toBe(0n);
  });

  test('is also the most that is owed beside it', () => {
    expect([0, 1, 2].map((outcome) => owedWith(double, outcome))).toEqual([usd(750), usd(570), usd(750)]);
    expect(owedWith({ ...double, openReturns: [usd(5), usd(5), usd(1)] }, 0)).toBe(usd(10));
    expect(owedWith({ openReturns: [usd(1), usd(2), usd(4), usd(8)], winners: 3 }, 0)).toBe(usd(13));
  });
});

test.each([
  [1, [], 0],
  [2, [], 0],
  [1, [3, 7, 5], 7],
  [2, [3, 7, 5], 12],
  [2, [7, 7, 5], 14],
  [3, [1, 9, 2, 8, 3], 20],
  [4, [3, 7, 5], 15],
])('the %i largest of %j are %d together', (count, amounts, sum) => {
  const given = amounts.map(usd);
  expect(sumOfLargest(given, count)).toBe(usd(sum));
  expect(given).toEqual(amounts.map(usd));
});

test('a bet on a market with several winners is owed on its outcome only, and keeps how many win', () => {
  expect(applyBet(double, { outcome: 1, stake: usd(10), odds: microOdds(1_500_000n) })).toEqual({
    openReturns: [usd(300), usd(135), usd(450)],
    received: usd(610),
    openStakes: usd(610),
    winners: 2,
  });
});
