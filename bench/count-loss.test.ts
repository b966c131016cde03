import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { expect, test } from 'vitest';
import { countLoss, countPayout, countWorst, type Line } from './count-loss.ts';

const line = (given: Partial<Line>): Line => ({
  at: 10,
  outcome: 0,
  stake: 100,
  payout: 250,
  soldFor: null,
  ...given,
});
const OPEN: readonly Line[] = [line({}), line({ at: 20, outcome: 1, stake: 40, payout: 60 })];
const SOLD: readonly Line[] = [...OPEN, line({ at: 30, stake: 50, payout: 200, soldFor: 120 })];

test('the house loses what it pays to the winners, less all stakes', () => {
  expect(countLoss(OPEN, [0])).toBe(250 - 140);
  expect(countLoss(OPEN, [1])).toBe(60 - 140);
  expect(countLoss(OPEN, [0, 1])).toBe(250 + 60 - 140);
  expect(countLoss(OPEN, [2])).toBe(-140);
});

test('a void returns the stakes, and costs what was paid for sold bets above theirs', () => {
  expect(countLoss(OPEN, null)).toBe(0);
  expect(countLoss(SOLD, null)).toBe(120 - 50);
});

test('bets from the start on are refunded, and cash-outs stay', () => {
  expect(countLoss(SOLD, [0], 20)).toBe(250 - 100 + 120 - 50);
  expect(countLoss(SOLD, [1], 20)).toBe(-100 + 120 - 50);
  expect(countLoss(SOLD, [0], 10)).toBe(120 - 50);
});

test('the worst is the largest loss of the given results', () => {
  expect(countWorst(OPEN, [null, [0], [1]])).toBe(110);
  expect(countWorst(OPEN, [[1]])).toBe(-80);
});

test('a payout is exact to the micro-USDC', () => {
  expect(countPayout(microUsdc(10_000n), microOdds(1_010_000n))).toBe(10_100);
  expect(countPayout(microUsdc(999_999_990_000n), microOdds(9_990_000n))).toBe(9_989_999_900_100);
});
