import { expect, test } from 'vitest';
import { largestStake } from './largest-stake.ts';

test('the lowest known limit counts', () => {
  expect(largestStake(80, 62, 900)).toBe('62');
  expect(largestStake(12.5, 62, 900)).toBe('12.5');
  expect(largestStake(80, 62, 40.25)).toBe('40.25');
  expect(largestStake(null, 62, null)).toBe('62');
});

test('it is rounded down to whole cents', () => {
  expect(largestStake(45.7599, null, null)).toBe('45.75');
  expect(largestStake(0.29, null, null)).toBe('0.29');
});

test('it is null while neither balance nor cap is known, or if nothing is left', () => {
  expect(largestStake(null, null, 900)).toBeNull();
  expect(largestStake(80, 0, 900)).toBeNull();
});
