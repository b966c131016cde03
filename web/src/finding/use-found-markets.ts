import type { Category, WireListedMarket } from '@tallystone/core/http-api/markets';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { type LastDay, sparklinesQuery } from '../data/queries.ts';
import { findMarkets } from './find-markets.ts';
import { INITIAL_CATEGORY, type ListAddress } from './list-address.ts';
import { type ListQuery, needsLastDay } from './list-query.ts';
import { listedMarket } from './listed-market.ts';
import { searchWords } from './search-words.ts';

const NO_MARKETS: readonly WireListedMarket[] = [];
const NO_DAYS: ReadonlyMap<string, LastDay> = new Map();
/** The server reads the last 24 hours again as often. */
const DAY_AGAIN_MS = 60_000;

/**
 * The markets for the address and the search field. Tabs and field respond at once; the list is deferred, so no key
 * or click waits for thousands of cards.
 *
 * @param markets undefined until known; then any category in the address is accepted
 */
export function useFoundMarkets(list: {
  markets: readonly WireListedMarket[] | undefined;
  address: ListAddress;
  search: string;
  watched: ReadonlySet<string>;
  now: Date;
}) {
  const { markets, address, search, watched, now } = list;
  const { view, sort, subcategory, league, watchedOnly } = address;
  const category =
    markets === undefined || isOffered(address.category, { markets, now })
      ? address.category
      : INITIAL_CATEGORY;
  const query = useMemo<ListQuery>(
    () => ({ category, view, sort, subcategory, league, watchedOnly, words: searchWords(search) }),
    [category, view, sort, subcategory, league, watchedOnly, search],
  );
  // The query of the list on the page. Lags behind `query` until the new list is rendered.
  const shownQuery = useDeferredValue(query);
  const needsDays = needsLastDay(shownQuery);
  const day = useQuery({ ...sparklinesQuery, enabled: needsDays, refetchInterval: DAY_AGAIN_MS });
  // Other lists don't change with it.
  const days = needsDays ? day.data : NO_DAYS;
  const found = useMemo(
    () =>
      findMarkets({ markets: markets ?? NO_MARKETS, query: shownQuery, watched, days: days ?? NO_DAYS, now }),
    [markets, shownQuery, watched, days, now],
  );
  /** What the list waits for; null once it has it. */
  const missing = days === undefined ? day : null;
  return { query, shownQuery, found, missing };
}

/** Whether a category has a tab: some always do, the others while they have an open market. */
function isOffered(
  category: Category,
  { markets, now }: { markets: readonly WireListedMarket[]; now: Date },
) {
  if (CATEGORY_TAXONOMY.some(({ id, alwaysShown }) => id === category && alwaysShown)) return true;
  return markets.some((market) => market.category === category && listedMarket(market).endMs > now.getTime());
}
