import { expect, test } from 'vitest';
import { parseRange, RANGES, withRange } from './parse-range.ts';

test.each([...RANGES])('the range %s is written to the URL and read back', (range) => {
  const address = withRange(new URLSearchParams('q=rain'), range);
  expect(parseRange(address.get('range'))).toBe(range);
  expect(address.get('q')).toBe('rain');
});

test.each([null, '', '1h', '2D', 'all', '1D&x', '__proto__'])('%j means the last day', (text) => {
  expect(parseRange(text)).toBe('1D');
});

test('the initial range needs no parameter in the URL', () => {
  expect(withRange(new URLSearchParams('range=All'), '1D').toString()).toBe('');
});
