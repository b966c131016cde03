import { expect, test } from 'vitest';
import { stepAmount } from './step-amount.ts';

test.each([
  ['', 1, '1'],
  ['25', 1, '26'],
  ['25', 10, '35'],
  ['25,5', -1, '24.5'],
  ['0.29', 1, '1.29'],
  ['5', -10, ''],
  ['1', -1, ''],
  ['', -1, ''],
  ['abc', 1, 'abc'],
  ['999999999', 10, '999999999.99'],
])('%j stepped by %i is %j', (typed, dollars, expected) => {
  expect(stepAmount(typed, dollars)).toBe(expected);
});
