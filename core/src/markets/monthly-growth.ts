import type { MicroUsdc } from '../money/micro-usdc.ts';

/**
 * By how much the volume of this UTC calendar month, so far, exceeds that of the whole month before.
 * After a month without volume any volume is a growth of 100%, and none is 0%.
 *
 * @returns percent, rounded to one decimal; -100 at the least
 */
export function monthlyGrowth(volume: { thisMonth: MicroUsdc; lastMonth: MicroUsdc }): number {
  const { thisMonth, lastMonth } = volume;
  if (lastMonth <= 0n) return thisMonth > 0n ? 100 : 0;
  // What rounds to zero from below would keep its sign.
  return Math.round((Number(thisMonth - lastMonth) / Number(lastMonth)) * 1000) / 10 + 0;
}
