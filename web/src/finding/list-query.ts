import type { Category } from '@tallystone/core/http-api/markets';

/** Lists over all categories. `all` has every open market; the others select from them. */
export const VIEWS = ['all', 'closing-soon', 'biggest-volume'] as const;
export type ListView = (typeof VIEWS)[number];

/** `default`: live markets, then upcoming ones, each by their end. */
export const SORTS = ['default', 'closing', 'volume', 'name'] as const;
export type ListSort = (typeof SORTS)[number];

/** A query for the list. */
export interface ListQuery {
  category: Category;
  /** Null: the chosen category. */
  view: ListView | null;
  /** Folded; a market must match all of them. */
  words: readonly string[];
  sort: ListSort;
  /** Whether to list only watched markets. */
  watchedOnly: boolean;
}

const SORT_OF_VIEW = {
  all: 'default',
  'closing-soon': 'closing',
  'biggest-volume': 'volume',
} as const satisfies Record<ListView, ListSort>;

/** The default order of a view. */
export const sortOfView = (view: ListView | null): ListSort => SORT_OF_VIEW[view ?? 'all'];
