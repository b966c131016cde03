import { expect, test } from 'vitest';
import { wireNumberText } from './wire-number-text.ts';

test.each([
  [25, '25'],
  [25.5, '25.5'],
  [0.01, '0.01'],
  [1e21, '1e+21'],
  ['25.00', '25.00'],
  [' 5 ', ' 5 '],
  ['', ''],
])('%j is signed as %j', (sent, text) => {
  expect(wireNumberText(sent)).toBe(text);
});
