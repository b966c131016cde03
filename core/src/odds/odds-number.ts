import type { MicroOdds } from '../money/micro-usdc.ts';

/**
 * Odds as the API's JSON number.
 *
 * @param odds micro-odds, at most 1_000_000_000 (1000.00), far below what a double represents exactly
 * @returns decimal odds; `String` of it gives the decimal text back
 */
export function oddsToNumber(odds: MicroOdds): number {
  return Number(odds) / 1_000_000;
}
