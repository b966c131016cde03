import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { sortMarkets } from '@tallystone/core/markets/sort-markets';
import { timeStatus } from '@tallystone/core/markets/time-status';
import { titleKey } from '@tallystone/core/markets/title-key';

/**
 * Finds related listed markets: first those of the same game, then of the subcategory, then of the category. Within
 * each group, live markets come first, then those that end first.
 */
export function findRelated(list: {
  market: WireListedMarket;
  markets: readonly WireListedMarket[];
  now: Date;
  most: number;
}): WireListedMarket[] {
  const { market, markets, now, most } = list;
  const key = titleKey(market.title);
  const rank = (other: WireListedMarket): number => {
    // Markets of the same game share its name and start.
    if (titleKey(other.title) === key && other.startsAt === market.startsAt) return 0;
    return other.subcategory === market.subcategory ? 1 : 2;
  };
  const others = markets.filter(
    (other) =>
      other.id !== market.id &&
      other.category === market.category &&
      // Leaves out markets that have ended or whose end isn't a valid date.
      timeStatus({ endsAt: other.endsAt, now }) !== 'ended' &&
      !Number.isNaN(Date.parse(other.endsAt)),
  );
  // The sort is stable, so the order by time stays within each rank.
  return sortMarkets(others, now)
    .map((other) => ({ other, rank: rank(other) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ other }) => other);
}
