import { expect, test } from 'vitest';
import { quickAmounts } from './quick-amounts.ts';

const bet = { stake: 25, totalReturn: 46.25 };

test('the stake comes first while the bet is worth less, then shares of the return in whole cents', () => {
  expect(quickAmounts({ ...bet, now: 23.4 })).toEqual([
    { of: 'stake', amount: 25 },
    { of: 75, amount: 34.68 },
    { of: 90, amount: 41.62 },
  ]);
});

test('no amount is at or below what the bet is worth now, and none above its return', () => {
  expect(quickAmounts({ ...bet, now: 25 }).map(({ amount }) => amount)).toEqual([34.68, 41.62, 43.93]);
  expect(quickAmounts({ ...bet, now: 41.62 }).map(({ amount }) => amount)).toEqual([43.93]);
  expect(quickAmounts({ ...bet, now: 46 })).toEqual([]);
});

test('a bet that can’t be sold now has all of them', () => {
  expect(quickAmounts({ ...bet, now: null }).map(({ of }) => of)).toEqual(['stake', 75, 90]);
});

test('amounts that are equal or less than a cent are left out', () => {
  expect(quickAmounts({ stake: 0.01, totalReturn: 0.0123, now: null })).toEqual([
    { of: 'stake', amount: 0.01 },
  ]);
  expect(quickAmounts({ stake: 9, totalReturn: 10, now: null })).toEqual([
    { of: 75, amount: 7.5 },
    { of: 'stake', amount: 9 },
    { of: 95, amount: 9.5 },
  ]);
});
