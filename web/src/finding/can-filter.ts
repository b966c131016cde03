import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { isFiltered, type ListQuery } from './list-query.ts';

/** Whether the list has a filter: one is chosen, or its markets have two subcategories or leagues. */
export const canFilter = (unfiltered: readonly WireListedMarket[], query: ListQuery): boolean =>
  isFiltered(query) ||
  (['subcategory', 'league'] as const).some(
    (field) => new Set(unfiltered.map((market) => market[field]).filter(Boolean)).size > 1,
  );
