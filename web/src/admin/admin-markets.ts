import type { WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import type { WireMarketState } from '@tallystone/core/http-api/markets';

export type MarketStatus = WireMarketState | 'archived';
export type StatusFilter = 'all' | MarketStatus | 'attention';

export const STATUS_FILTERS: readonly StatusFilter[] = [
  'all',
  'open',
  'suspended',
  'closed',
  'resolving',
  'settled',
  'void',
  'archived',
  'attention',
];

/** A market's status for an admin. Betting ends by the clock, even if the list was read before that. */
export function marketStatus(market: WireAdminMarket, now: Date): MarketStatus {
  if (market.archived) return 'archived';
  const takesBets = market.state === 'open' || market.state === 'suspended';
  return takesBets && Date.parse(market.endsAt) <= now.getTime() ? 'closed' : market.state;
}

/** The markets that match the search and the filter, newest first. */
export function filterAdminMarkets(
  markets: readonly WireAdminMarket[],
  { search, status, now }: { search: string; status: StatusFilter; now: Date },
): WireAdminMarket[] {
  const words = search.trim().toLowerCase();
  return markets
    .filter((market) => {
      if (status === 'attention' && market.flag === undefined) return false;
      if (status !== 'attention' && status !== 'all' && marketStatus(market, now) !== status) return false;
      if (words === '') return true;
      return [market.title, market.category, market.subcategory, market.source, market.id].some((text) =>
        text.toLowerCase().includes(words),
      );
    })
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
}
