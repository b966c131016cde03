import type { MicroUsdc } from '../money/micro-usdc.ts';

/**
 * How much this UTC month's volume so far exceeds the whole previous month's. After a month without volume, any
 * volume is 100% growth, and none is 0%.
 *
 * @returns percent, rounded to one decimal; at least -100
 */
export function monthlyGrowth(volume: { thisMonth: MicroUsdc; lastMonth: MicroUsdc }): number {
  const { thisMonth, lastMonth } = volume;
  if (lastMonth <= 0n) return thisMonth > 0n ? 100 : 0;
  // Adding 0 turns -0 into 0.
  return Math.round((Number(thisMonth - lastMonth) / Number(lastMonth)) * 1000) / 10 + 0;
}
