import type { BetStatus, WireBet } from '@tallystone/core/http-api';

export const BET_FILTERS = ['all', 'pending', 'confirmed', 'settled', 'failed'] as const satisfies readonly (
  | BetStatus
  | 'all'
)[];
export const BET_SORTS = ['newest', 'oldest', 'stake', 'win'] as const;

export type BetFilter = (typeof BET_FILTERS)[number];
export type BetSort = (typeof BET_SORTS)[number];

/** The filter an address names; all bets when it names none. */
export function parseBetFilter(text: string | null): BetFilter {
  return BET_FILTERS.find((filter) => filter === text) ?? 'all';
}

/** The order an address names; newest first when it names none. */
export function parseBetSort(text: string | null): BetSort {
  return BET_SORTS.find((sort) => sort === text) ?? 'newest';
}

/** The bets to show, in order. Equal ones keep newest first. */
export function selectBets(
  bets: readonly WireBet[],
  { filter, sort }: { filter: BetFilter; sort: BetSort },
): WireBet[] {
  const newestFirst = bets
    .filter(({ status }) => filter === 'all' || status === filter)
    .sort((a, b) => Date.parse(b.placedAt) - Date.parse(a.placedAt));
  switch (sort) {
    case 'newest':
      return newestFirst;
    case 'oldest':
      return newestFirst.reverse();
    case 'stake':
      return newestFirst.sort((a, b) => b.amount - a.amount);
    case 'win':
      return newestFirst.sort((a, b) => b.potentialWin - a.potentialWin);
  }
}
