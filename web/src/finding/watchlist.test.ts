import { describe, expect, test } from 'vitest';
import { addWatched, parseWatchlist, removeWatched, WATCHLIST_LIMIT } from './watchlist.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `m_${place}`, title: `Title ${place}` }));

describe('the stored list', () => {
  test('is read as written', () => {
    expect(parseWatchlist(JSON.stringify(many(2)))).toEqual(many(2));
  });

  test.each([
    [null],
    [''],
    ['not json'],
    ['null'],
    ['{"id":"m_1"}'],
    ['"m_1"'],
    ['[null, 7, "m_1", {"title":"no id"}, {"id":7}, {"id":""}]'],
    [`[{"id":"${'m'.repeat(65)}"}]`],
  ])('is empty if it is invalid: %s', (text) => {
    expect(parseWatchlist(text)).toEqual([]);
  });

  test('is read without invalid entries', () => {
    expect(
      parseWatchlist('[{"id":"m_1","title":"One"},7,{"id":"m_2"},{"id":"m_1","title":"Again"}]'),
    ).toEqual([
      { id: 'm_1', title: 'One' },
      { id: 'm_2', title: '' },
    ]);
  });

  test('is limited', () => {
    expect(parseWatchlist(JSON.stringify(many(500)))).toHaveLength(WATCHLIST_LIMIT);
    expect(parseWatchlist(`[{"id":"m_1","title":"${'x'.repeat(1_000_000)}"}]`)).toEqual([]);
    expect(parseWatchlist(`[{"id":"m_1","title":"${'x'.repeat(500)}"}]`)[0]?.title).toHaveLength(160);
  });
});

describe('adding a market', () => {
  test('puts it first', () => {
    expect(addWatched(many(2), { id: 'm_new', title: 'New' })?.map(({ id }) => id)).toEqual([
      'm_new',
      'm_0',
      'm_1',
    ]);
  });

  test('keeps one entry if it is already there', () => {
    expect(addWatched(many(2), { id: 'm_1', title: 'Title 1' })).toHaveLength(2);
  });

  test('is refused if the list is full', () => {
    expect(addWatched(many(WATCHLIST_LIMIT), { id: 'm_new', title: 'New' })).toBeNull();
    expect(addWatched(many(WATCHLIST_LIMIT), { id: 'm_3', title: 'Title 3' })).toHaveLength(WATCHLIST_LIMIT);
  });
});

test('removing markets keeps the others in order', () => {
  expect(removeWatched(many(4), ['m_0', 'm_2', 'm_9']).map(({ id }) => id)).toEqual(['m_1', 'm_3']);
});
