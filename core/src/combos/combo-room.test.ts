import { expect, test } from 'vitest';
import { microOdds, microUsdc } from '../money/micro-usdc.ts';
import { payoutOf } from '../odds/payout.ts';
import { type ComboUse, comboMaxStake, comboRoom } from './combo-room.ts';

const usdc = (amount: number) => microUsdc(BigInt(Math.round(amount * 1_000_000)));

const room = (use: Partial<ComboUse>) =>
  comboRoom({
    budget: usdc(10_000),
    all: usdc(0),
    ofUser: usdc(0),
    ofOutcome: usdc(0),
    pool: usdc(1_000_000),
    ...use,
  });

test.each<[string, Partial<ComboUse>, number]>([
  ['a hundredth of the budget', {}, 100],
  ['what the user has left of a twentieth', { ofUser: usdc(450) }, 50],
  ['what an outcome has left of a twentieth', { ofOutcome: usdc(440) }, 60],
  ['what is left of the budget', { all: usdc(9_930) }, 70],
  ['what the pool holds', { pool: usdc(80) }, 80],
  ['nothing once the budget was lowered below its use', { budget: usdc(1_000), all: usdc(5_000) }, 0],
  ['nothing for a user above a twentieth', { ofUser: usdc(501) }, 0],
  ['nothing without a budget', { budget: usdc(0) }, 0],
])('the room is %s', (_, use, expected) => {
  expect(room(use)).toBe(usdc(expected));
});

test.each([
  [100, 3, 50],
  [100, 1.01, 10_000],
  [100, 7, 16.66],
  [0.01, 3, 0],
  [0, 2, 0],
])('of %d USDC at %d the largest stake is %d', (of, decimal, expected) => {
  const odds = microOdds(BigInt(Math.round(decimal * 1_000_000)));
  const most = comboMaxStake(usdc(of), odds);
  expect(most).toBe(usdc(expected));
  expect(payoutOf({ stake: most, odds }) - most).toBeLessThanOrEqual(usdc(of));
});
