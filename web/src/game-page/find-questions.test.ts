import { aGame, aPlayerMarket } from '@tallystone/testkit/mock-api/a-game.ts';
import { expect, test } from 'vitest';
import { searchWords } from '../finding/search-words.ts';
import { arrangeMarkets } from './arrange-markets.ts';
import { findQuestions } from './find-questions.ts';
import { lineText } from './line-text.ts';

const GROUPS = arrangeMarkets(aGame().markets);
const find = (search: string, group: Parameters<typeof findQuestions>[1]['group'] = null) =>
  findQuestions(GROUPS, { group, words: searchWords(search) }).flatMap(({ questions }) =>
    questions.flatMap(({ markets }) => markets.map(({ id }) => id)),
  );

test('an empty search finds every market', () => {
  expect(find(' ')).toEqual(aGame().markets.map(({ id }) => id));
});

test.each([
  ['the name of a question', 'TOTAL', ['m_total_15', 'm_total_25', 'm_total_35']],
  ['an outcome, on one line', 'under 2.5', ['m_total_25']],
  ['the name of a group', 'parts of', ['m_half']],
  ['words from several names', 'chelsea winner', ['m_main']],
  ['no word across two names', 'arsenaldraw', []],
])('a search finds %s', (_, search, ids) => {
  expect(find(search)).toEqual(ids);
});

test('a search is only in the chosen group', () => {
  expect(find('goal', 'total')).toEqual(['m_total_15', 'm_total_25', 'm_total_35']);
  expect(find('chelsea', 'total')).toEqual([]);
});

test('a search finds players, and never the side without odds', () => {
  const players = ['Ada Example', 'Bo Nolan'].map((name) => aPlayerMarket(name));
  const idsOf = (search: string) =>
    findQuestions(arrangeMarkets(players), { group: null, words: searchWords(search) }).flatMap(
      ({ questions }) => questions.map(({ name, markets }) => [name, ...markets.map(({ id }) => id)]),
    );
  expect(idsOf('goalscorer')).toEqual([['Anytime goalscorer', 'm_ada_example', 'm_bo_nolan']]);
  expect(idsOf('ADA')).toEqual([['Anytime goalscorer', 'm_ada_example']]);
  expect(idsOf('no')).toEqual([['Anytime goalscorer', 'm_bo_nolan']]);
});

test('players are one question for each name, in the order of their markets', () => {
  const markets = [
    aPlayerMarket('Zoe Example'),
    aPlayerMarket('Ada Example'),
    aPlayerMarket('Ada Example', { id: 'm_first', name: 'First goalscorer' }),
  ];
  const [players] = arrangeMarkets(markets);
  expect(players?.questions.map(({ name, markets: of }) => [name, ...of.map(({ id }) => id)])).toEqual([
    ['Anytime goalscorer', 'm_zoe_example', 'm_ada_example'],
    ['First goalscorer', 'm_first'],
  ]);
});

test.each([
  ['total', 2.5, '2.5'],
  ['handicap', 1.5, '+1.5'],
  ['handicap', -0.25, '−0.25'],
  ['handicap', 0, '0'],
] as const)('the line of a %s at %d is %s', (group, line, text) => {
  expect(lineText({ group, line })).toBe(text);
});
