import { describe, expect, test } from 'vitest';
import { microOdds } from '../money/micro-usdc.ts';
import { formatOdds } from './format-odds.ts';

describe('formatOdds', () => {
  test.each([
    [1_010_000n, '1.01'],
    [1_850_000n, '1.85'],
    [1_859_999n, '1.85'],
    [2_000_000n, '2.00'],
    [10_500_000n, '10.50'],
    [1_000_000_000n, '1000.00'],
    [10_000n, '0.01'],
  ])('writes %s micro-odds as %s', (micro, text) => {
    expect(formatOdds(microOdds(micro))).toBe(text);
  });
});
