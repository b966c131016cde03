import { MICRO, type MicroOdds } from '@tallystone/core/money/micro-usdc';

/** Of 1 / odds over all outcomes. Above it the feed would keep more than half of what is staked. */
const HIGHEST_SUM = 2n;

/**
 * Whether odds can be those of outcomes of which exactly one wins: 1 / odds sums to no less than 1, else
 * whoever bets on every outcome is paid more than they stake, and to no more than 2. Outcomes that are not
 * priced count for nothing, so only the upper bound holds while there are any. Exact, in integers.
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
