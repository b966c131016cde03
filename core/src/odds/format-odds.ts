import type { MicroOdds } from '../money/micro-usdc.ts';
import { ODDS_STEP } from './parse-odds.ts';

/**
 * Decimal odds for people: two decimals, rounded down.
 *
 * @param odds micro-odds, above 0
 * @returns decimal odds, such as `1.85`
 */
export function formatOdds(odds: MicroOdds): string {
  const digits = String(odds / ODDS_STEP).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
