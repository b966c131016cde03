import { expect, test } from 'vitest';
import { percentText } from './percent-text.ts';

test.each([
  [0.1234, '12.3%'],
  [-0.0255, '-2.5%'],
  [1, '100.0%'],
  [-0.0001, '0.0%'],
  [12.3456, '1,234.6%'],
])('a share of %d is %s', (share, text) => {
  expect(percentText(share)).toBe(text);
});
