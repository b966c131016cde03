import type { WireMarket } from '@tallystone/core/http-api/markets';
import { sortMarkets } from '@tallystone/core/markets/sort-markets';
import { timeStatus } from '@tallystone/core/markets/time-status';
import { titleKey } from '@tallystone/core/markets/title-key';

/**
 * Other listed markets that whoever looks at this one may want: of the same game, then of its subcategory, then of its
 * category; in each, live ones first and then what ends first.
 */
export function findRelated(list: {
  market: WireMarket;
  markets: readonly WireMarket[];
  now: Date;
  most: number;
}): WireMarket[] {
  const { market, markets, now, most } = list;
  const key = titleKey(market.title);
  const rank = (other: WireMarket): number => {
    // A game has one name and one start, whichever of our markets is on it.
    if (titleKey(other.title) === key && other.startsAt === market.startsAt) return 0;
    return other.subcategory === market.subcategory ? 1 : 2;
  };
  const others = markets.filter(
    (other) =>
      other.id !== market.id &&
      other.category === market.category &&
      // Neither ended nor of an end that cannot be read.
      timeStatus({ endsAt: other.endsAt, now }) !== 'ended' &&
      !Number.isNaN(Date.parse(other.endsAt)),
  );
  // The order by time stays within each rank.
  return sortMarkets(others, now)
    .map((other) => ({ other, rank: rank(other) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ other }) => other);
}
