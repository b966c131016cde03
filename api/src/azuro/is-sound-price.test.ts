import { microOdds } from '@tallystone/core/money/micro-usdc';
import { expect, test } from 'vitest';
import { isSoundPrice } from './is-sound-price.ts';

const micro = (odds: number | null) => (odds === null ? null : microOdds(BigInt(Math.round(odds * 1e6))));

test.each<[string, (number | null)[], boolean]>([
  ['a usual margin', [1.81, 3.78, 4.43], true],
  ['no margin at all', [3, 3, 3], true],
  ['no margin, in two', [1.25, 5], true],
  ['a cent above that', [1.25, 5.01], false],
  ['a margin of a half', [1.5, 1.5, 1.5], true],
  ['more than that', [1.49, 1.5, 1.5], false],
  ['the lowest on both sides', [1.01, 1.01], true],
  ['the lowest on three', [1.01, 1.01, 1.01], false],
  ['the highest on both', [1000, 1000], false],
  ['one that is not priced', [1.9, null], true],
  ['none that is priced', [null, null], true],
  ['too much although one is not priced', [1.01, 1.01, 1.01, null], false],
])('%s', (_, odds, expected) => {
  expect(isSoundPrice(1, odds.map(micro))).toBe(expected);
});

test.each<[string, (number | null)[], boolean]>([
  ['a usual margin', [1.19, 1.25, 2.13], true],
  ['no margin at all', [1.5, 1.5, 1.5], true],
  ['a cent above that', [1.5, 1.5, 1.51], false],
  ['the lowest on all', [1.01, 1.01, 1.01], true],
  ['one that is not priced, the others of which one wins at least', [null, 2, 2], true],
  ['one that is not priced, and a profit on the others', [null, 2.5, 2.5], false],
  ['two that are not priced', [null, null, 3], true],
])('where two outcomes win: %s', (_, odds, expected) => {
  expect(isSoundPrice(2, odds.map(micro))).toBe(expected);
});

test('64 outcomes are judged exactly', () => {
  const fair = new Array<number>(64).fill(64);
  expect(isSoundPrice(1, fair.map(micro))).toBe(true);
  expect(isSoundPrice(1, [...fair.slice(1), 64.01].map(micro))).toBe(false);
});
