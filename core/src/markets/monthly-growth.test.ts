import { describe, expect, test } from 'vitest';
import { microUsdc } from '../money/micro-usdc.ts';
import { monthlyGrowth } from './monthly-growth.ts';

describe('the growth of volume over the month before', () => {
  test.each([
    [150, 100, 50],
    [100, 100, 0],
    [0, 100, -100],
    [0, 0, 0],
    [1, 0, 100],
    [100, 300, -66.7],
    [1000, 3, 33_233.3],
    [999_999_999, 1_000_000_000, 0],
  ])('%d after %d is %d%%', (thisMonth, lastMonth, growth) => {
    const volume = { thisMonth: microUsdc(BigInt(thisMonth)), lastMonth: microUsdc(BigInt(lastMonth)) };
    // Exactly: 0, not -0.
    expect(Object.is(monthlyGrowth(volume), growth)).toBe(true);
  });
});
