import type { Category } from '@tallystone/core/http-api/markets';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { type ListSort, type ListView, SORTS, sortOfView, VIEWS } from './list-query.ts';
import { cutSearch } from './search-words.ts';

export const INITIAL_CATEGORY: Category = 'sports';

/** What the address says of the list: everything that a person would share or come back to. */
export interface ListAddress {
  category: Category;
  /** Null: the category is listed. */
  view: ListView | null;
  /** As it was typed, cut to what is used. */
  search: string;
  sort: ListSort;
  watchedOnly: boolean;
}

/** Reads `?category=crypto&view=all&q=rain&sort=name&watchlist=only`. What makes no sense counts as not said. */
export function readListAddress(params: URLSearchParams): ListAddress {
  const view = VIEWS.find((name) => name === params.get('view')) ?? null;
  return {
    category: CATEGORY_TAXONOMY.find(({ id }) => id === params.get('category'))?.id ?? INITIAL_CATEGORY,
    view,
    search: cutSearch(params.get('q') ?? ''),
    sort: SORTS.find((name) => name === params.get('sort')) ?? sortOfView(view),
    watchedOnly: params.get('watchlist') === 'only',
  };
}

/**
 * The parameters after a change, without those that say what holds anyway, and with those of others as they were.
 * Choosing a category leaves the view, and a view the category.
 */
export function changeListAddress(before: URLSearchParams, change: Partial<ListAddress>): URLSearchParams {
  const was = readListAddress(before);
  const next = { ...was, ...change };
  if (change.category !== undefined && change.view === undefined) next.view = null;
  if (next.view !== null) next.category = INITIAL_CATEGORY;
  // An order that nobody chose is the one of the view, also of the next view.
  if (change.sort === undefined && was.sort === sortOfView(was.view)) next.sort = sortOfView(next.view);

  const after = new URLSearchParams(before);
  const set = (name: string, value: string | null) =>
    value === null ? after.delete(name) : after.set(name, value);
  set('category', next.category === INITIAL_CATEGORY ? null : next.category);
  set('view', next.view);
  set('q', next.search.trim() === '' ? null : cutSearch(next.search));
  set('sort', next.sort === sortOfView(next.view) ? null : next.sort);
  set('watchlist', next.watchedOnly ? 'only' : null);
  return after;
}

/** Where a list is found, for links; `/` for the one that every visit begins with. */
export function listHref(change: Partial<ListAddress>, before = new URLSearchParams()): string {
  const params = changeListAddress(before, change).toString();
  return params === '' ? '/' : `/?${params}`;
}
