import type { WireBet } from '@tallystone/core/http-api/betting';
import type { Category } from '@tallystone/core/http-api/markets';

const BET_FILTERS = ['all', 'open', 'won', 'lost', 'void', 'cashed-out'] as const;
const BET_SORTS = ['newest', 'oldest', 'stake', 'win', 'profit'] as const;

export type BetFilter = (typeof BET_FILTERS)[number];
export type BetSort = (typeof BET_SORTS)[number];
export type CategoryFilter = Category | 'all';

/** The filter in the URL; all bets if it names none. */
export function parseBetFilter(text: string | null): BetFilter {
  return BET_FILTERS.find((filter) => filter === text) ?? 'all';
}

/** The sort order in the URL; newest first if it names none. */
export function parseBetSort(text: string | null): BetSort {
  return BET_SORTS.find((sort) => sort === text) ?? 'newest';
}

/** The category in the URL, if any bets are in it; otherwise all. */
export function parseCategoryFilter(text: string | null, bets: readonly WireBet[]): CategoryFilter {
  return bets.find(({ market }) => market.category === text)?.market.category ?? 'all';
}

/** Whether a bet has not ended yet. */
export function isOpen({ status, result }: Pick<WireBet, 'status' | 'result'>): boolean {
  return result === undefined && (status === 'pending' || status === 'confirmed');
}

/** Whether a bet may have a cash-out offer. Live bets have none, because the contract can't buy them back. */
export function canBeSold(bet: Pick<WireBet, 'status' | 'result' | 'chain'>): boolean {
  return isOpen(bet) && bet.chain === undefined;
}

/** Whether the books have a bet. They have a live bet once it is final. */
export function hasReceipt({ status }: Pick<WireBet, 'status'>): boolean {
  return status === 'confirmed' || status === 'settled';
}

/** The bets to show, in order. Ties are newest first; in order of profit, bets without one come last. */
export function selectBets(
  bets: readonly WireBet[],
  { filter, category, sort }: { filter: BetFilter; category: CategoryFilter; sort: BetSort },
): WireBet[] {
  const newestFirst = bets
    .filter((bet) => filter === 'all' || (filter === 'open' ? isOpen(bet) : bet.result === filter))
    .filter(({ market }) => category === 'all' || market.category === category)
    .sort((a, b) => Date.parse(b.placedAt) - Date.parse(a.placedAt));
  if (sort === 'newest') return newestFirst;
  if (sort === 'oldest') return newestFirst.reverse();
  const by = LARGEST_FIRST[sort];
  return newestFirst.sort((a, b) => by(b) - by(a));
}

const LARGEST_FIRST = {
  stake: ({ amount }) => amount,
  win: ({ potentialWin }) => potentialWin,
  // The default is finite, because the difference of two infinities is NaN.
  profit: ({ profit = -Number.MAX_SAFE_INTEGER }) => profit,
} satisfies Partial<Record<BetSort, (bet: WireBet) => number>>;
