import { aGameMarket, aPlayerMarket } from '@tallystone/testkit/mock-api/a-game.ts';
import { anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { expect, test } from 'vitest';
import { arrangeMarkets } from './arrange-markets.ts';
import { splitColumns } from './split-columns.ts';

const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, place) =>
    aGameMarket({ id: `${name} ${place}`, name, line: place + 0.5 }),
  );
const single = (name: string, outcomes = 2) =>
  aGameMarket({
    id: name,
    name,
    group: 'other',
    outcomes: Array.from({ length: outcomes }, (_, place) => anOutcome({ id: `${name} ${place}` })),
  });
const columnsOf = (markets: Parameters<typeof arrangeMarkets>[0]) =>
  splitColumns(arrangeMarkets(markets)).map((column) =>
    column.map(
      ({ group, questions, isContinued }) => `${group} ${questions.length}${isContinued ? ' more' : ''}`,
    ),
  );

test('groups are in two columns of about the same height, in their order', () => {
  const result = aGameMarket({ id: 'm_main', group: 'result', name: 'Winner' });
  const both = aGameMarket({ id: 'm_both', group: 'both-score', name: 'Both teams to score' });
  const odd = aGameMarket({ id: 'm_odd', group: 'odd-even', name: 'Odd or even goals' });
  expect(columnsOf([result, ...lines('Total goals', 6), both, odd])).toEqual([
    ['result 1', 'total 1'],
    ['both-score 1', 'odd-even 1'],
  ]);
  expect(columnsOf([result, both])).toEqual([['result 1'], ['both-score 1']]);
});

test('a long group continues in the second column, a short one stays together', () => {
  const long = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => single(name));
  expect(columnsOf([...lines('Total goals', 2), ...long])).toEqual([
    ['total 1', 'other 2'],
    ['other 4 more'],
  ]);
  const short = ['a', 'b', 'c'].map((name) => single(name));
  expect(columnsOf([...lines('Total goals', 2), ...short])).toEqual([['total 1'], ['other 3']]);
});

test('the only group is divided, and a single question is not', () => {
  expect(columnsOf([single('a'), single('b')])).toEqual([['other 1'], ['other 1 more']]);
  expect(columnsOf([single('a', 20)])).toEqual([['other 1']]);
  expect(columnsOf([])).toEqual([[]]);
});

test('two players are as high as one line', () => {
  const both = aGameMarket({ id: 'm_both', group: 'both-score', name: 'Both teams to score' });
  const players = Array.from({ length: 12 }, (_, place) => aPlayerMarket('P', { id: `m_${place}` }));
  expect(columnsOf([...lines('Total goals', 11), both, ...players, single('a')])).toEqual([
    ['total 1'],
    ['both-score 1', 'players 1', 'other 1'],
  ]);
});

test('players take no more room than those that are shown at first', () => {
  const players = (count: number) =>
    Array.from({ length: count }, (_, place) => aPlayerMarket('P', { id: `m_${place}` }));
  const half = aGameMarket({ id: 'm_half', group: 'period', name: 'First half' });
  const beside = (count: number) =>
    columnsOf([...lines('Total goals', 2), ...players(count), half, single('a', 40)]);
  expect(beside(10)).toEqual([['total 1', 'players 1', 'period 1'], ['other 1']]);
  expect(beside(60)).toEqual(beside(10));
});

test('the columns stay as they are while prices and states change', () => {
  const markets = [...lines('Total goals', 4), single('a'), single('b', 9)];
  const later = markets.map((market) => ({ ...market, state: 'suspended' as const, version: 2 }));
  expect(columnsOf(later)).toEqual(columnsOf(markets));
});
