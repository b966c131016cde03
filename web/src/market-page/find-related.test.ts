import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { expect, test } from 'vitest';
import { findRelated } from './find-related.ts';

const related = (markets: ReturnType<typeof aMarket>[], most = 10) =>
  findRelated({ market: markets[0] ?? aMarket(), markets, now: new Date(), most }).map(({ id }) => id);

test('related markets: first the same game, then the subcategory, then the category, each by its end', () => {
  const startsAt = '2099-01-01T00:00:00.000Z';
  const match = { title: 'Harbour City v Northgate', startsAt };
  expect(
    related([
      aMarket({ id: 'm_this', ...match, subcategory: 'soccer' }),
      aMarket({ id: 'm_tennis_late', title: 'Set', subcategory: 'tennis', endsInMinutes: 900 }),
      aMarket({ id: 'm_tennis', title: 'Cup', subcategory: 'tennis', endsInMinutes: 100 }),
      aMarket({ id: 'm_soccer_late', title: 'League', subcategory: 'soccer', endsInMinutes: 2000 }),
      aMarket({ id: 'm_soccer_live', title: 'Derby', subcategory: 'soccer', endsInMinutes: 30 }),
      aMarket({
        id: 'm_game',
        ...match,
        title: 'HARBOUR CITY v Northgate',
        subcategory: 'other',
        endsInMinutes: 5000,
      }),
    ]),
  ).toEqual(['m_game', 'm_soccer_live', 'm_soccer_late', 'm_tennis', 'm_tennis_late']);
});

test('not the market itself, other categories, ended markets or those with an invalid end', () => {
  expect(
    related([
      aMarket({ id: 'm_this' }),
      aMarket({ id: 'm_crypto', category: 'crypto' }),
      aMarket({ id: 'm_over', endsInMinutes: -1 }),
      { ...aMarket({ id: 'm_strange' }), endsAt: 'soon' },
      aMarket({ id: 'm_other' }),
    ]),
  ).toEqual(['m_other']);
});

test('no more than requested', () => {
  const many = Array.from({ length: 9 }, (_, place) => aMarket({ id: `m_${place}` }));
  expect(related(many, 3)).toHaveLength(3);
});
