import type { Category } from '@tallystone/core/http-api/markets';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { type ListSort, type ListView, SORTS, sortOfView, VIEWS } from './list-query.ts';
import { cutSearch } from './search-words.ts';

export const INITIAL_CATEGORY: Category = 'sports';

/** The list's state in the address: everything that a person would share or return to. */
export interface ListAddress {
  category: Category;
  /** Null: lists the category. */
  view: ListView | null;
  /** As typed, cut to the search limit. */
  search: string;
  sort: ListSort;
  /** As in the address, even if no market has it; null: any. */
  subcategory: string | null;
  league: string | null;
  watchedOnly: boolean;
}

/** Reads `?category=sports&subcategory=soccer&league=Cup&q=rain&sort=name&watchlist=only`. Invalid values count as absent. */
export function readListAddress(params: URLSearchParams): ListAddress {
  const view = VIEWS.find((name) => name === params.get('view')) ?? null;
  return {
    category: CATEGORY_TAXONOMY.find(({ id }) => id === params.get('category'))?.id ?? INITIAL_CATEGORY,
    view,
    search: cutSearch(params.get('q') ?? ''),
    sort: SORTS.find((name) => name === params.get('sort')) ?? sortOfView(view),
    subcategory: params.get('subcategory') || null,
    league: params.get('league') || null,
    watchedOnly: params.get('watchlist') === 'only',
  };
}

/**
 * The parameters after a change. Leaves out defaults and keeps parameters that aren't the list's. Choosing a category
 * leaves the view, and choosing a view leaves the category. Both leave the subcategory, and that leaves the league.
 */
export function changeListAddress(before: URLSearchParams, change: Partial<ListAddress>): URLSearchParams {
  const was = readListAddress(before);
  const next = { ...was, ...change };
  const isOther = change.category !== undefined || change.view !== undefined;
  if (isOther) next.subcategory = change.subcategory ?? null;
  if (isOther || change.subcategory !== undefined) next.league = change.league ?? null;
  if (change.category !== undefined && change.view === undefined) next.view = null;
  if (next.view !== null) next.category = INITIAL_CATEGORY;
  // If the order was the view's default, it becomes the next view's default.
  if (change.sort === undefined && was.sort === sortOfView(was.view)) next.sort = sortOfView(next.view);

  const after = new URLSearchParams(before);
  const set = (name: string, value: string | null) =>
    value === null ? after.delete(name) : after.set(name, value);
  set('category', next.category === INITIAL_CATEGORY ? null : next.category);
  set('view', next.view);
  set('q', next.search.trim() === '' ? null : cutSearch(next.search));
  set('sort', next.sort === sortOfView(next.view) ? null : next.sort);
  set('subcategory', next.subcategory);
  set('league', next.league);
  set('watchlist', next.watchedOnly ? 'only' : null);
  return after;
}

/** The href of a list; `/` for the default one. */
export function listHref(change: Partial<ListAddress>, before = new URLSearchParams()): string {
  const params = changeListAddress(before, change).toString();
  return params === '' ? '/' : `/?${params}`;
}
