import type { WireAdminMarket } from '@tallystone/core/http-api';

export type MarketStatus = 'open' | 'suspended' | 'ended' | 'archived';
export type StatusFilter = 'all' | MarketStatus | 'attention';

export const STATUS_FILTERS: readonly { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'ended', label: 'Ended' },
  { value: 'archived', label: 'Archived' },
  { value: 'attention', label: 'Needs attention' },
];

/** Where a market stands for an admin. What is over is over, whether or not it was paused before. */
export function marketStatus(market: WireAdminMarket, now: Date): MarketStatus {
  if (market.archived) return 'archived';
  if (Date.parse(market.endsAt) <= now.getTime()) return 'ended';
  return market.state;
}

/** The markets that the search and the filter leave, the newest first. */
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
