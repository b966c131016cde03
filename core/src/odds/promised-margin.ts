import { MICRO, type MicroUsdc } from '../money/micro-usdc.ts';
import { type FeedOdds, fairProbabilityOf } from './feed.ts';

/**
 * What the odds of bets promised the house: their stakes, minus their payouts times the fair probability that all of their
 * selections win, by the feed's odds when they were placed. At exactly the feed's odds that is the feed's margin of the stakes.
 *
 * @param sums of bets with the same selections at the same odds of the feed, micro-USDC
 * @param selections one, or those of a combo
 * @returns USDC, not rounded, or null if the odds of an outcome weren't known
 */
export function promisedMargin(
  sums: { stake: MicroUsdc; payout: MicroUsdc },
  selections: readonly { price: FeedOdds | null; outcome: number }[],
): number | null {
  let chance = 1;
  for (const { price, outcome } of selections) {
    const fair = price && fairProbabilityOf(price, outcome);
    if (fair === null) return null;
    chance *= fair;
  }
  return (Number(sums.stake) - Number(sums.payout) * chance) / Number(MICRO);
}
