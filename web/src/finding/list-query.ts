import type { Category } from '@tallystone/core/http-api/markets';

/** Lists over all categories. `all` has every open market; the others select from them. */
export const VIEWS = ['all', 'closing-soon', 'trending', 'biggest-movers', 'biggest-volume'] as const;
export type ListView = (typeof VIEWS)[number];

/**
 * `default`: live markets, then upcoming ones, each by their end. `trending`: by the stakes of the last 24 hours. `moves`: by how
 * far the leading outcome moved in them, up or down.
 */
export const SORTS = ['default', 'closing', 'trending', 'moves', 'volume', 'name'] as const;
export type ListSort = (typeof SORTS)[number];

/** A query for the list. */
export interface ListQuery {
  category: Category;
  /** Null: the chosen category. */
  view: ListView | null;
  /** Folded; a market must match all of them. */
  words: readonly string[];
  sort: ListSort;
  /** Lists only this subcategory, or league; null for any. */
  subcategory: string | null;
  league: string | null;
  /** Whether to list only watched markets. */
  watchedOnly: boolean;
}

const SORT_OF_VIEW = {
  all: 'default',
  'closing-soon': 'closing',
  trending: 'trending',
  'biggest-movers': 'moves',
  'biggest-volume': 'volume',
} as const satisfies Record<ListView, ListSort>;

/** The default order of a view. */
export const sortOfView = (view: ListView | null): ListSort => SORT_OF_VIEW[view ?? 'all'];

/** Whether a list can't be shown before the last 24 hours are known. */
export const needsLastDay = ({ sort, view }: Pick<ListQuery, 'sort' | 'view'>): boolean =>
  [sort, sortOfView(view)].some((each) => each === 'trending' || each === 'moves');

/** Whether one subcategory or league is chosen. */
export const isFiltered = ({ subcategory, league }: Pick<ListQuery, 'subcategory' | 'league'>): boolean =>
  subcategory !== null || league !== null;

/** Whether a search, a filter or the watchlist hides markets of the list. */
export const isNarrowed = (query: ListQuery): boolean =>
  query.words.length > 0 || query.watchedOnly || isFiltered(query);
