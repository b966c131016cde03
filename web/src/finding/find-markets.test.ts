import type { WireMarket } from '@tallystone/core/http-api/markets';
import { sortMarkets } from '@tallystone/core/markets/sort-markets';
import { timeStatus } from '@tallystone/core/markets/time-status';
import { aMarket, anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMarkets } from './find-markets.ts';
import type { ListQuery } from './list-query.ts';
import { searchWords } from './search-words.ts';

const nothing: ListQuery = { category: 'sports', view: null, words: [], sort: 'default', watchedOnly: false };

function find(
  markets: readonly WireMarket[],
  query: Partial<ListQuery> = {},
  { watched = [], now = new Date() }: { watched?: readonly string[]; now?: Date } = {},
) {
  return findMarkets({ markets, query: { ...nothing, ...query }, watched: new Set(watched), now });
}
const idsOf = (found: { shown: readonly WireMarket[] }) => found.shown.map(({ id }) => id);

describe('search results', () => {
  const rain = aMarket({ id: 'm_rain', title: 'Will it rain in São Paulo?', tags: ['Weather'] });
  const cup = aMarket({
    id: 'm_cup',
    title: 'Who wins the cup?',
    category: 'politics',
    subcategory: 'elections',
    outcomes: [anOutcome({ name: 'Atlético' }), anOutcome({ name: 'Żółw' })],
  });
  test.each([
    ['rain', ['m_rain']],
    ['RAIN', ['m_rain']],
    ['sao', ['m_rain']],
    ['são paulo', ['m_rain']],
    ['paulo will', ['m_rain']],
    ['weather', ['m_rain']],
    ['atletico', ['m_cup']],
    ['zolw', ['m_cup']],
    ['Elections', ['m_cup']],
    ['fifa', ['m_rain']],
    ['rain cup', []],
    // The title and the first outcome are separate.
    ['cup?atletico', []],
    ['wi', ['m_rain', 'm_cup']],
    ['noon', []],
    ['', ['m_rain', 'm_cup']],
  ])('"%s"', (typed, ids) => {
    expect(idsOf(find([rain, cup], { view: 'all', words: searchWords(typed) }))).toEqual(ids);
  });

  test('are counted in every category, and listed in the chosen one', () => {
    const found = find([rain, cup], { words: ['wi'] });
    expect(idsOf(found)).toEqual(['m_rain']);
    expect([...found.fitting]).toEqual([
      ['sports', 1],
      ['politics', 1],
    ]);
    expect(found.fittingInAll).toBe(2);
  });

  test("don't change the number of open markets", () => {
    const found = find([rain, cup], { words: ['nowhere'] });
    expect([...found.held]).toEqual([
      ['sports', 1],
      ['politics', 1],
    ]);
    expect(found.fittingInAll).toBe(0);
  });

  test('tolerate missing fields', () => {
    const { title: _, tags: __, outcomes: ___, ...bare } = aMarket({ id: 'm_bare' });
    expect(idsOf(find([bare as WireMarket], { words: ['rain'] }))).toEqual([]);
    expect(idsOf(find([bare as WireMarket], { sort: 'name' }))).toEqual(['m_bare']);
  });
});

describe('the order', () => {
  const one = aMarket({ id: 'm_1', title: 'Match 10', endsInMinutes: 300, volume: 10 });
  const two = aMarket({ id: 'm_2', title: 'match 2', endsInMinutes: 30, volume: 500 });
  const three = {
    ...aMarket({ id: 'm_3', title: 'Árbol', endsInMinutes: 600, volume: 0 }),
    closesAt: new Date(Date.now() + 60_000).toISOString(),
  };
  test.each([
    ['default', ['m_2', 'm_1', 'm_3']],
    ['closing', ['m_3', 'm_2', 'm_1']],
    ['volume', ['m_2', 'm_1', 'm_3']],
    ['name', ['m_3', 'm_2', 'm_1']],
  ] as const)('%s', (sort, ids) => {
    expect(idsOf(find([one, two, three], { sort }))).toEqual(ids);
  });

  test('by closing time lists markets without betting last', () => {
    const paused = aMarket({ id: 'm_paused', state: 'suspended', endsInMinutes: 5 });
    const closed = {
      ...aMarket({ id: 'm_closed', endsInMinutes: 10 }),
      closesAt: new Date(Date.now() - 1000).toISOString(),
    };
    expect(idsOf(find([closed, paused, one], { sort: 'closing' }))).toEqual(['m_1', 'm_paused', 'm_closed']);
  });

  test('by volume reads amounts that are text', () => {
    const text = { ...aMarket({ id: 'm_text' }), volume: '1500' } as unknown as WireMarket;
    expect(idsOf(find([one, text, two], { sort: 'volume' }))).toEqual(['m_text', 'm_2', 'm_1']);
  });

  test("is core's order by default, for any markets", () => {
    const minutes = fc.oneof(fc.integer({ min: -90, max: 200 }), fc.constantFrom(-1, 0, 59, 60, 61));
    const now = new Date();
    fc.assert(
      fc.property(fc.array(minutes, { maxLength: 30 }), (ends) => {
        const markets = ends.map((endsInMinutes, place) =>
          aMarket({ id: `m_${place}`, endsInMinutes, category: place % 3 === 0 ? 'crypto' : 'sports' }),
        );
        const shown = markets.filter(
          ({ category, endsAt }) => category === 'sports' && timeStatus({ endsAt, now }) !== 'ended',
        );
        const listed = sortMarkets(shown, now).map(({ id }) => id);
        expect(idsOf(find(markets, {}, { now }))).toEqual(listed);
      }),
    );
  });
});

describe('the views', () => {
  test('closing soon: markets of all categories that take bets and close within a day', () => {
    const markets = [
      aMarket({ id: 'm_later', endsInMinutes: 25 * 60 }),
      aMarket({ id: 'm_soon', endsInMinutes: 23 * 60, category: 'crypto' }),
      aMarket({ id: 'm_next', endsInMinutes: 10 }),
      aMarket({ id: 'm_paused', endsInMinutes: 20, state: 'suspended' }),
    ];
    expect(idsOf(find(markets, { view: 'closing-soon', sort: 'closing' }))).toEqual(['m_next', 'm_soon']);
  });

  test('biggest volume: the fifty biggest, in any order', () => {
    const markets = Array.from({ length: 60 }, (_, place) =>
      aMarket({ id: `m_${place}`, volume: place, endsInMinutes: 100 + place }),
    );
    const found = idsOf(find(markets, { view: 'biggest-volume', sort: 'volume' }));
    expect(found).toHaveLength(50);
    expect([found[0], found.at(-1)]).toEqual(['m_59', 'm_10']);
    expect(idsOf(find(markets, { view: 'biggest-volume', sort: 'default' }))[0]).toBe('m_10');
  });

  test('biggest volume has no markets without bets', () => {
    expect(idsOf(find([aMarket({ volume: 0 })], { view: 'biggest-volume' }))).toEqual([]);
  });
});

describe('the watchlist', () => {
  const markets = [
    aMarket({ id: 'm_1' }),
    aMarket({ id: 'm_2', category: 'crypto' }),
    aMarket({ id: 'm_3', endsInMinutes: -1 }),
  ];
  test('filters what is listed and counted', () => {
    const found = find(markets, { watchedOnly: true, view: 'all' }, { watched: ['m_2', 'm_3', 'm_4'] });
    expect(idsOf(found)).toEqual(['m_2']);
    expect([...found.fitting]).toEqual([['crypto', 1]]);
  });

  test("knows which of its markets are open, even when it doesn't filter", () => {
    expect([...find(markets, {}, { watched: ['m_2', 'm_3', 'm_4'] }).watchedOpen]).toEqual(['m_2']);
  });
});

test('a market with an invalid end is left out', () => {
  const unreadable = { ...aMarket({ id: 'm_soon' }), endsAt: 'soon' };
  expect(idsOf(find([unreadable, aMarket()]))).toEqual(['m_one']);
});

test('an updated market is searched and sorted by its new values, others stay cached', () => {
  const before = aMarket({ id: 'm_1', title: 'Before', volume: 1 });
  const other = aMarket({ id: 'm_2', title: 'Other', volume: 5 });
  expect(idsOf(find([before, other], { sort: 'volume' }))).toEqual(['m_2', 'm_1']);
  const after = { ...before, title: 'After', volume: 9 };
  expect(idsOf(find([after, other], { sort: 'volume' }))).toEqual(['m_1', 'm_2']);
  expect(idsOf(find([after, other], { words: ['after'] }))).toEqual(['m_1']);
  expect(idsOf(find([after, other], { words: ['before'] }))).toEqual([]);
});

test('practice markets that end within three minutes come first in every chosen order', () => {
  const now = new Date('2026-11-26T12:00:00.000Z');
  const ending = (id: string, minutes: number, more: Partial<WireMarket> = {}) => {
    const endsAt = new Date(now.getTime() + minutes * 60_000).toISOString();
    return aMarket({ id, title: id, source: 'practice', endsAt, closesAt: endsAt, volume: 0, ...more });
  };
  const markets = [
    ending('m_a', 2, { source: 'custom', volume: 9 }),
    ending('m_b', 60, { volume: 5 }),
    ending('m_c', 3),
  ];
  expect(idsOf(find(markets, {}, { now }))).toEqual(['m_a', 'm_c', 'm_b']);
  for (const sort of ['closing', 'volume', 'name'] as const) {
    expect(idsOf(find(markets, { sort }, { now }))).toEqual(['m_c', 'm_a', 'm_b']);
  }
});
