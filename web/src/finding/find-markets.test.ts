import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { sortMarkets } from '@tallystone/core/markets/sort-markets';
import { timeStatus } from '@tallystone/core/markets/time-status';
import { aMarket, anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { listedOf } from '@tallystone/testkit/mock-api/listed-of.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LastDay } from '../data/queries.ts';
import { findMarkets } from './find-markets.ts';
import type { ListQuery, ListSort } from './list-query.ts';
import { searchWords } from './search-words.ts';

const nothing: ListQuery = {
  category: 'sports',
  view: null,
  words: [],
  sort: 'default',
  subcategory: null,
  league: null,
  watchedOnly: false,
};

function find(
  markets: readonly WireListedMarket[],
  query: Partial<ListQuery> = {},
  {
    watched = [],
    days = [],
    now = new Date(),
  }: { watched?: readonly string[]; days?: readonly LastDay[]; now?: Date } = {},
) {
  return findMarkets({
    markets,
    query: { ...nothing, ...query },
    watched: new Set(watched),
    days: new Map(days.map((day) => [day.id, day])),
    now,
  });
}
const idsOf = (found: { shown: readonly WireListedMarket[] }) => found.shown.map(({ id }) => id);

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
    const { title: _, tags: __, outcomes: ___, ...bare } = listedOf(aMarket({ id: 'm_bare' }));
    expect(idsOf(find([bare as WireListedMarket], { words: ['rain'] }))).toEqual([]);
    expect(idsOf(find([bare as WireListedMarket], { sort: 'name' }))).toEqual(['m_bare']);
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
    const text = { ...aMarket({ id: 'm_text' }), volume: '1500' } as unknown as WireListedMarket;
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

describe('the last 24 hours', () => {
  const chance = (probability: number) => [
    anOutcome({ id: 'o_yes', probability }),
    anOutcome({ id: 'o_no', probability: 100 - probability }),
  ];
  const markets = [
    aMarket({ id: 'm_up', endsInMinutes: 300, outcomes: chance(54.2) }),
    aMarket({ id: 'm_down', endsInMinutes: 400, outcomes: chance(60), category: 'crypto' }),
    aMarket({ id: 'm_still', endsInMinutes: 500, outcomes: chance(50) }),
    aMarket({ id: 'm_quiet', endsInMinutes: 600 }),
  ];
  const line = (from: number) => ({ outcomeId: 'o_yes', points: [from, from + 5] });
  const days: LastDay[] = [
    { id: 'm_up', line: line(500), volume24h: 20 },
    { id: 'm_down', line: line(700) },
    // Less than what a card shows.
    { id: 'm_still', line: line(500), volume24h: 300 },
    { id: 'm_gone', line: line(100), volume24h: 9000 },
  ];

  test('trending: the markets with bets, the highest stakes first', () => {
    expect(idsOf(find(markets, { view: 'trending', sort: 'trending' }, { days }))).toEqual([
      'm_still',
      'm_up',
    ]);
  });

  test('biggest movers: the markets that moved, the farthest up or down first', () => {
    expect(idsOf(find(markets, { view: 'biggest-movers', sort: 'moves' }, { days }))).toEqual([
      'm_down',
      'm_up',
    ]);
  });

  test('order any list, with the other markets last by their end', () => {
    expect(idsOf(find(markets, { view: 'all', sort: 'moves' }, { days }))).toEqual([
      'm_down',
      'm_up',
      'm_still',
      'm_quiet',
    ]);
    expect(idsOf(find(markets, { sort: 'trending' }, { days }))).toEqual(['m_still', 'm_up', 'm_quiet']);
  });

  test('a move ends with the chance that the card shows now', () => {
    const moved = markets.map((market) =>
      market.id === 'm_up' ? { ...market, outcomes: chance(80) } : market,
    );
    expect(idsOf(find(moved, { view: 'biggest-movers', sort: 'moves' }, { days }))[0]).toBe('m_up');
  });
});

describe('the filters', () => {
  const markets = [
    aMarket({ id: 'm_1', league: 'Premier League, England' }),
    aMarket({ id: 'm_2', league: 'LaLiga, Spain' }),
    aMarket({ id: 'm_3', subcategory: 'tennis' }),
    aMarket({ id: 'm_4', category: 'crypto', subcategory: 'bitcoin' }),
  ];

  test('narrow a list to a subcategory, and to a league', () => {
    expect(idsOf(find(markets, { subcategory: 'soccer' }))).toEqual(['m_1', 'm_2']);
    expect(idsOf(find(markets, { subcategory: 'soccer', league: 'LaLiga, Spain' }))).toEqual(['m_2']);
    expect(idsOf(find(markets, { league: 'LaLiga, Spain' }))).toEqual(['m_2']);
    expect(idsOf(find(markets, { subcategory: 'curling' }))).toEqual([]);
  });

  test('narrow a view over all categories', () => {
    expect(idsOf(find(markets, { view: 'all', subcategory: 'bitcoin' }))).toEqual(['m_4']);
  });

  test('combine with the search and the watchlist', () => {
    const watched = ['m_2', 'm_3'];
    expect(idsOf(find(markets, { subcategory: 'soccer', watchedOnly: true }, { watched }))).toEqual(['m_2']);
    expect(idsOf(find(markets, { subcategory: 'soccer', words: ['england'] }))).toEqual(['m_1']);
  });

  test("don't change the counts of tabs, nor what there is to choose from", () => {
    const found = find(markets, { subcategory: 'tennis' });
    expect([...found.fitting]).toEqual([
      ['sports', 3],
      ['crypto', 1],
    ]);
    expect(found.fittingInAll).toBe(4);
    expect(found.unfiltered.map(({ id }) => id)).toEqual(['m_1', 'm_2', 'm_3']);
  });

  test('of the biggest volume choose from its fifty', () => {
    const many = Array.from({ length: 60 }, (_, place) =>
      aMarket({ id: `m_${place}`, volume: place, subcategory: place < 15 ? 'tennis' : 'soccer' }),
    );
    const query = { view: 'biggest-volume', sort: 'volume', subcategory: 'tennis' } as const;
    expect(idsOf(find(many, query))).toEqual(['m_14', 'm_13', 'm_12', 'm_11', 'm_10']);
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

test('a practice market that ends within three minutes has no place of its own in any order', () => {
  const now = new Date('2026-11-26T12:00:00.000Z');
  const ending = (id: string, minutes: number, volume: number, day: number) => {
    const endsAt = new Date(now.getTime() + minutes * 60_000).toISOString();
    const market = { ...aMarket({ id, title: id, source: 'practice', closesAt: endsAt, volume }), endsAt };
    return { market, day: { id, volume24h: day } };
  };
  const listed = [ending('m_a', 60, 9, 1), ending('m_b', 2, 0, 2), ending('m_c', 30, 5, 3)];
  const markets = listed.map(({ market }) => market);
  const days = listed.map(({ day }) => day);
  const sorted = (sort: ListSort) => idsOf(find(markets, { sort }, { now, days })).join();
  expect(sorted('default')).toBe('m_b,m_c,m_a');
  expect(sorted('closing')).toBe('m_b,m_c,m_a');
  expect(sorted('volume')).toBe('m_a,m_c,m_b');
  expect(sorted('name')).toBe('m_a,m_b,m_c');
  expect(sorted('trending')).toBe('m_c,m_b,m_a');
});
