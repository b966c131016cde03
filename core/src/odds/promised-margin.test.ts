import { describe, expect, test } from 'vitest';
import { microOdds, microUsdc } from '../money/micro-usdc.ts';
import type { FeedOdds } from './feed.ts';
import { promisedMargin } from './promised-margin.ts';

const usdc = (amount: number) => microUsdc(BigInt(Math.round(amount * 1e6)));
const price = (odds: readonly (number | null)[], winners = 1): FeedOdds => ({
  odds: odds.map((each) => (each === null ? null : microOdds(BigInt(Math.round(each * 1e6))))),
  winners,
});
const evens = price([1.9, 1.9]);

describe('the promised margin', () => {
  test('of bets at the odds of the feed is its margin of their stakes', () => {
    // 1 - 1 / (2 / 1.9) = 5%.
    const bets = { stake: usdc(100), payout: usdc(190) };
    expect(promisedMargin(bets, [{ price: evens, outcome: 0 }])).toBeCloseTo(5, 9);
    // Two of three win at 1.25 each: 1 - 2 / 2.4 = 1 / 6.
    const chance = { stake: usdc(60), payout: usdc(75) };
    expect(promisedMargin(chance, [{ price: price([1.25, 1.25, 1.25], 2), outcome: 2 }])).toBeCloseTo(10, 9);
  });

  test('of bets above the odds of the feed is smaller, and may be below zero', () => {
    // At 2.05 instead of 1.9, half of them win: 100 - 205 / 2.
    const bets = { stake: usdc(100), payout: usdc(205) };
    expect(promisedMargin(bets, [{ price: evens, outcome: 1 }])).toBeCloseTo(-2.5, 9);
  });

  test('of a combo multiplies the chances of its selections', () => {
    // 10 at 1.9 * 1.9 = 3.61: a quarter wins 36.1.
    const combo = { stake: usdc(10), payout: usdc(36.1) };
    const legs = [0, 1].map((outcome) => ({ price: evens, outcome }));
    expect(promisedMargin(combo, legs)).toBeCloseTo(0.975, 9);
  });

  test('is not known without a price, or while an outcome has no odds', () => {
    const bets = { stake: usdc(100), payout: usdc(190) };
    expect(promisedMargin(bets, [{ price: null, outcome: 0 }])).toBeNull();
    expect(promisedMargin(bets, [{ price: price([1.9, null]), outcome: 0 }])).toBeNull();
    expect(
      promisedMargin(bets, [
        { price: evens, outcome: 0 },
        { price: null, outcome: 0 },
      ]),
    ).toBeNull();
  });
});
