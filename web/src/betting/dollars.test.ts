import { expect, test } from 'vitest';
import { dollars } from './dollars.ts';

test.each([
  [0, '$0.00'],
  [25, '$25.00'],
  [21.25, '$21.25'],
  [0.29, '$0.29'],
  [45.7599, '$45.75'],
  [1000, '$1000.00'],
  [999_999_999.99, '$999999999.99'],
  [-3.5, '-$3.50'],
])('%d is shown as %s', (amount, text) => {
  expect(dollars(amount)).toBe(text);
});
