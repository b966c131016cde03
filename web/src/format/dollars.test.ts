import { expect, test } from 'vitest';
import { addUsdc, dollars, exactDollars, signedExactDollars } from './dollars.ts';

test.each([
  [0, '$0.00'],
  [25, '$25.00'],
  [21.25, '$21.25'],
  [999.999999, '$999.99'],
  [12_345.5, '$12,345.50'],
  [-1_234_567.8, '-$1,234,567.80'],
  [0.29, '$0.29'],
  [45.7599, '$45.75'],
  [1000, '$1,000.00'],
  [999_999_999.99, '$999,999,999.99'],
  [-3.5, '-$3.50'],
])('%d is shown as %s', (amount, text) => {
  expect(dollars(amount)).toBe(text);
});

test.each([
  [45.7599, '$45.7599'],
  [-45.7599, '-$45.7599'],
  [1234.5, '$1,234.50'],
  [0.000001, '$0.000001'],
  [0.1 + 0.2, '$0.30'],
  [0, '$0.00'],
])('%d with all its decimals is %s', (amount, text) => {
  expect(exactDollars(amount)).toBe(text);
});

test('income has a plus sign, even below a cent', () => {
  expect(signedExactDollars(0.0001)).toBe('+$0.0001');
  expect(signedExactDollars(-25)).toBe('-$25.00');
  expect(signedExactDollars(0)).toBe('$0.00');
});

test('amounts add up to the millionth', () => {
  expect(addUsdc([0.1, 0.2, -0.3])).toBe(0);
  expect(addUsdc([45.7599, -25, 0.000001])).toBe(20.759901);
});
