import { expect, test } from 'vitest';
import { parseRange, RANGES, withRange } from './parse-range.ts';

test.each([...RANGES])('an address names the range %s, and is read as it was written', (range) => {
  const address = withRange(new URLSearchParams('q=rain'), range);
  expect(parseRange(address.get('range'))).toBe(range);
  expect(address.get('q')).toBe('rain');
});

test.each([null, '', '1h', '2D', 'all', '1D&x', '__proto__'])('%j is the last day', (text) => {
  expect(parseRange(text)).toBe('1D');
});

test('the range that is shown first needs no word in the address', () => {
  expect(withRange(new URLSearchParams('range=All'), '1D').toString()).toBe('');
});
