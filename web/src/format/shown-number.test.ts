import { expect, test } from 'vitest';
import { shownNumber } from './shown-number.ts';

test.each([
  [1.85, 1.85],
  ['1.85', 1.85],
  [0, 0],
  ['', null],
  ['  ', null],
  ['soon', null],
  [null, null],
  [undefined, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [true, null],
  [[], null],
])('%j is shown as %j', (value, number) => {
  expect(shownNumber(value)).toBe(number);
});
