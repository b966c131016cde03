import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { expect, test } from 'vitest';
import { canFilter } from './can-filter.ts';
import { filterValues } from './filter-values.ts';
import type { ListQuery } from './list-query.ts';

const LEAGUE = 'Premier League, England';
const markets = [
  aMarket({ id: 'm_1', subcategory: 'tennis' }),
  aMarket({ id: 'm_2', league: LEAGUE }),
  aMarket({ id: 'm_3' }),
];
const query = { subcategory: null, league: null } as ListQuery;

test('the values of a list come with their counts, the most frequent first', () => {
  expect(filterValues(markets, { field: 'subcategory', chosen: null })).toEqual([
    { id: 'soccer', count: 2 },
    { id: 'tennis', count: 1 },
  ]);
  expect(filterValues(markets, { field: 'league', chosen: null })).toEqual([{ id: LEAGUE, count: 1 }]);
});

test('a chosen value that no market has is among them', () => {
  expect(filterValues(markets, { field: 'league', chosen: 'Cup' })).toEqual([
    { id: LEAGUE, count: 1 },
    { id: 'Cup', count: 0 },
  ]);
});

test('a list has filters if there are two values, or if one is chosen', () => {
  expect(canFilter(markets, query)).toBe(true);
  expect(canFilter(markets.slice(1), query)).toBe(false);
  expect(canFilter([...markets.slice(1), aMarket({ league: 'LaLiga, Spain' })], query)).toBe(true);
  expect(canFilter(markets.slice(1), { ...query, subcategory: 'tennis' })).toBe(true);
  expect(canFilter([], query)).toBe(false);
});
