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

/** How soon an admin must look at a market: first what waits for a result, then what is paused, then by its end. */
function urgency(market: WireAdminMarket, now: Date): number {
  const status = marketStatus(market, now);
  if (market.flag !== undefined || status === 'resolving') return 0;
  // Its draw decides it within seconds; the figures may be from before.
  if (market.source === 'practice' && status === 'closed') return OVER;
  return URGENCY[status];
}

const URGENCY: Record<Exclude<MarketStatus, 'resolving'>, number> = {
  closed: 1,
  suspended: 2,
  open: 3,
  settled: 4,
  void: 4,
  archived: 5,
};
/** From this urgency on, markets are over: those that ended last come first. */
const OVER = 4;

/** The markets that match the search and the filter, the most urgent first. */
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
    .map((market) => ({ market, rank: urgency(market, now), end: Date.parse(market.endsAt) }))
    .sort((a, b) => a.rank - b.rank || (a.rank < OVER ? a.end - b.end : b.end - a.end))
    .map(({ market }) => market);
}
