import { describe, expect, test } from 'vitest';
import { changeListAddress, listHref, readListAddress } from './list-address.ts';

const read = (search: string) => readListAddress(new URLSearchParams(search));
const change = (search: string, query: Parameters<typeof changeListAddress>[1]) =>
  changeListAddress(new URLSearchParams(search), query).toString();

test('an address without parameters is the default list', () => {
  expect(read('')).toEqual({
    category: 'sports',
    view: null,
    search: '',
    sort: 'default',
    subcategory: null,
    league: null,
    watchedOnly: false,
  });
});

test('an address has everything that can be chosen', () => {
  expect(
    read('category=crypto&q=rain&sort=name&subcategory=bitcoin&league=Cup,+Spain&watchlist=only'),
  ).toEqual({
    category: 'crypto',
    view: null,
    search: 'rain',
    sort: 'name',
    subcategory: 'bitcoin',
    league: 'Cup, Spain',
    watchedOnly: true,
  });
});

test.each([
  ['category=weather', { category: 'sports' }],
  ['view=everything', { view: null }],
  ['sort=odds', { sort: 'default' }],
  ['watchlist=yes', { watchedOnly: false }],
  ['subcategory=&league=', { subcategory: null, league: null }],
])('%s is invalid and ignored', (search, expected) => {
  expect(read(search)).toMatchObject(expected);
});

test.each([
  ['view=closing-soon', 'closing'],
  ['view=biggest-volume', 'volume'],
  ['view=trending', 'trending'],
  ['view=biggest-movers', 'moves'],
  ['view=all', 'default'],
  ['view=biggest-volume&sort=name', 'name'],
])('%s is ordered by %s', (search, sort) => {
  expect(read(search).sort).toBe(sort);
});

test('a search of ten thousand characters is cut', () => {
  expect(read(`q=${'a'.repeat(10_000)}`).search).toHaveLength(100);
});

describe('a change', () => {
  test.each([
    ['', { category: 'crypto' }, 'category=crypto'],
    ['category=crypto', { category: 'sports' }, ''],
    ['category=crypto', { search: 'rain' }, 'category=crypto&q=rain'],
    ['category=crypto&q=rain', { search: '  ' }, 'category=crypto'],
    ['q=rain', { view: 'all' }, 'q=rain&view=all'],
    ['view=all&q=rain', { category: 'crypto' }, 'q=rain&category=crypto'],
    ['category=crypto', { view: 'all' }, 'view=all'],
    ['', { sort: 'name' }, 'sort=name'],
    ['sort=name', { sort: 'default' }, ''],
    ['view=closing-soon', { sort: 'closing' }, 'view=closing-soon'],
    ['view=closing-soon', { category: 'sports' }, ''],
    ['view=closing-soon&sort=name', { view: 'biggest-volume' }, 'view=biggest-volume&sort=name'],
    ['view=closing-soon', { view: 'biggest-volume' }, 'view=biggest-volume'],
    ['', { watchedOnly: true }, 'watchlist=only'],
    ['q=a', { subcategory: 'soccer' }, 'q=a&subcategory=soccer'],
    ['subcategory=soccer', { league: 'Cup' }, 'subcategory=soccer&league=Cup'],
    ['subcategory=soccer&league=Cup', { subcategory: 'tennis' }, 'subcategory=tennis'],
    ['subcategory=soccer&league=Cup', { subcategory: null }, ''],
    ['subcategory=soccer&league=Cup', { subcategory: null, league: null }, ''],
    [
      'subcategory=soccer&league=Cup',
      { search: 'a', sort: 'name' },
      'subcategory=soccer&league=Cup&q=a&sort=name',
    ],
    ['subcategory=soccer&league=Cup', { category: 'crypto' }, 'category=crypto'],
    ['league=Cup', { view: 'all' }, 'view=all'],
    ['view=all&subcategory=soccer', { category: 'sports' }, ''],
    ['view=all&subcategory=soccer', { view: 'trending' }, 'view=trending'],
    ['watchlist=only&q=a', { watchedOnly: false }, 'q=a'],
  ] as const)('of "%s" by %j is "%s"', (search, query, expected) => {
    expect(change(search, query)).toBe(expected);
  });

  test('keeps other parameters', () => {
    expect(change('campaign=x', { search: 'rain' })).toBe('campaign=x&q=rain');
  });
});

test('links to a list', () => {
  expect(listHref({})).toBe('/');
  expect(listHref({ view: 'all', search: 'sao paulo' })).toBe('/?view=all&q=sao+paulo');
});
