import { expect, test } from 'vitest';
import { larger, leftOf, smaller } from './bounds.ts';
import { microUsdc } from './micro-usdc.ts';

test.each([
  [1n, 2n],
  [-2n, -1n],
  [-1n, 0n],
])('of %s and %s the second is larger, in either order', (low, high) => {
  expect(larger(low, high)).toBe(high);
  expect(larger(high, low)).toBe(high);
  expect(smaller(low, high)).toBe(low);
  expect(smaller(high, low)).toBe(low);
});

test('the rest after a subtraction is never below zero', () => {
  expect(leftOf(5n, 2n)).toBe(microUsdc(3n));
  expect(leftOf(5n, -2n)).toBe(microUsdc(7n));
  expect(leftOf(5n, 5n)).toBe(microUsdc(0n));
  expect(leftOf(2n, 5n)).toBe(microUsdc(0n));
});
