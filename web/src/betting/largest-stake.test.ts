import { expect, test } from 'vitest';
import { largestStake } from './largest-stake.ts';

const none = { balance: null, capLeft: null, maxStake: null };

test('the lowest known limit counts', () => {
  expect(largestStake({ balance: 80, capLeft: 62, maxStake: 900 })).toBe('62');
  expect(largestStake({ balance: 12.5, capLeft: 62, maxStake: 900 })).toBe('12.5');
  expect(largestStake({ balance: 80, capLeft: 62, maxStake: 40.25 })).toBe('40.25');
  expect(largestStake({ ...none, capLeft: 62 })).toBe('62');
});

test('it is rounded down to whole cents', () => {
  expect(largestStake({ ...none, balance: 45.7599 })).toBe('45.75');
  expect(largestStake({ ...none, balance: 0.29 })).toBe('0.29');
});

test('it is null while neither balance nor cap is known, or if nothing is left', () => {
  expect(largestStake({ ...none, maxStake: 900 })).toBeNull();
  expect(largestStake({ balance: 80, capLeft: 0, maxStake: 900 })).toBeNull();
});
