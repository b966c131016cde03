import { type MicroOdds, microOdds } from '../money/micro-usdc.ts';

const TWO_DECIMALS = /^([1-9]\d{0,3})(?:\.(\d{1,2}))?$/;

/** 0.01 of decimal odds in micro-odds: odds are always a multiple of it. */
export const ODDS_STEP = 10_000n;
/** 1.01 */
export const LOWEST_ODDS = microOdds(1_010_000n);
/** 1000.00 */
export const HIGHEST_ODDS = microOdds(1_000_000_000n);

/**
 * Parses untrusted decimal odds: at most two decimals, plain digits, nothing else. A number is read through
 * `String(n)`, its shortest decimal text, which is also what is signed.
 *
 * @param input decimal odds, from 1.01 to 1000.00
 * @returns micro-odds, a multiple of 10_000; null for another format or out of range
 * @see docs/design/fixed-values.md#amounts-and-odds
 */
export function parseOdds(input: string | number): MicroOdds | null {
  const match = TWO_DECIMALS.exec(String(input));
  if (match === null) return null;
  const odds = microOdds(BigInt(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`) * ODDS_STEP);
  return odds >= LOWEST_ODDS && odds <= HIGHEST_ODDS ? odds : null;
}
