import { expect, test } from 'vitest';
import { parsePosition } from './position.ts';

test.each([
  ['0', 0n],
  ['750', 750n],
  ['00750', 750n],
  ['18446744073709551615', 2n ** 64n - 1n],
])('%s is a position', (text, position) => {
  expect(parsePosition(text)).toBe(position);
});

test.each(['', ' 1', '-1', '1.0', '1e3', '0x1', 'abc', '18446744073709551616', '9'.repeat(21), '１'])(
  '%j is none',
  (text) => {
    expect(parsePosition(text)).toBeNull();
  },
);
