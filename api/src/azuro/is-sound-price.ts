import { MICRO, type MicroOdds } from '@tallystone/core/money/micro-usdc';

/** Highest sum of 1 / odds over all outcomes. Above it the feed would keep more than half of the stakes. */
const HIGHEST_SUM = 2n;

/**
 * Whether odds are plausible for outcomes of which exactly one wins: 1 / odds must sum to between 1 and 2. Below 1 a
 * bettor who backs every outcome is paid more than they stake. Outcomes without odds add nothing to the sum, so if
 * there are any, only the upper bound applies. Exact, in integers.
 *
 * @param odds of all outcomes of a market
 */
export function isSoundPrice(odds: readonly (MicroOdds | null)[]): boolean {
  const priced = odds.filter((each) => each !== null);
  const product = priced.reduce((total, each) => total * each, 1n);
  // Sum of 1 / odds, times the product of all odds.
  const sum = priced.reduce((total, each) => total + (product / each) * MICRO, 0n);
  return sum <= HIGHEST_SUM * product && (priced.length < odds.length || sum >= product);
}
