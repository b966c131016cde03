import { MICRO, type MicroOdds } from '@tallystone/core/money/micro-usdc';

/** Highest sum of 1 / odds over all outcomes, for each winner. Above it the feed would keep more than half of the stakes. */
const HIGHEST_SUM = 2n;

/**
 * Whether odds are plausible for outcomes of which exactly k win: 1 / odds must sum to between k and 2k. Below k a
 * bettor who backs every outcome is paid more than they stake. Outcomes without odds add nothing to the sum: with u of
 * them at least k - u others win, so the sum must be at least that. Exact, in integers.
 *
 * @param winners k
 * @param odds of all outcomes of a market
 */
export function isSoundPrice(winners: number, odds: readonly (MicroOdds | null)[]): boolean {
  const k = BigInt(winners);
  const priced = odds.filter((each) => each !== null);
  const product = priced.reduce((total, each) => total * each, 1n);
  // Sum of 1 / odds, times the product of all odds.
  const sum = priced.reduce((total, each) => total + (product / each) * MICRO, 0n);
  const unpriced = BigInt(odds.length - priced.length);
  return sum <= k * HIGHEST_SUM * product && sum >= (k - unpriced) * product;
}
