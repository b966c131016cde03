import type { Category } from '@tallystone/core/http-api/markets';

/** Lists over all categories. `all` holds every open market; the others choose from them. */
export const VIEWS = ['all', 'closing-soon', 'biggest-volume'] as const;
export type ListView = (typeof VIEWS)[number];

/** `default` is live, upcoming, and in each what ends first. */
export const SORTS = ['default', 'closing', 'volume', 'name'] as const;
export type ListSort = (typeof SORTS)[number];

/** What the list is asked for. */
export interface ListQuery {
  category: Category;
  /** Null: the chosen category. */
  view: ListView | null;
  /** Folded; all of them have to be found. */
  words: readonly string[];
  sort: ListSort;
  /** Whether only markets of the watchlist are meant. */
  watchedOnly: boolean;
}

/** The order that belongs to a view while no other is chosen. */
export function sortOfView(view: ListView | null): ListSort {
  switch (view) {
    case 'closing-soon':
      return 'closing';
    case 'biggest-volume':
      return 'volume';
    default:
      return 'default';
  }
}
