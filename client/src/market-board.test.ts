import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { newsOf } from '@tallystone/testkit/mock-api/news-of.ts';
import { expect, test } from 'vitest';
import { MarketBoard } from './market-board.ts';

const AT = '2026-11-27T12:00:00.000Z';
const market = aMarket({ id: 'm_1', version: 3 });
const boardOf = () => {
  const board = new MarketBoard();
  board.take({ name: 'list', data: [market] });
  return board;
};
const news = (...markets: ReturnType<typeof newsOf>[]) =>
  ({ name: 'markets', data: { at: AT, markets } }) as const;

test('applies news that are newer, and no others', () => {
  const board = boardOf();
  board.take(news(newsOf({ ...market, version: 4, volume: 7 }, true)));
  board.take(news(newsOf({ ...market, version: 2, volume: 1 }, true)));
  expect(board.get('m_1')).toMatchObject({ version: 4, volume: 7, title: market.title });
});

test('drops a market that leaves the list', () => {
  const board = boardOf();
  board.take(news(newsOf({ ...market, version: 4 }, false)));
  expect(board.markets).toEqual([]);
});

test('names a market that it does not know, until it is added', () => {
  const board = boardOf();
  const other = aMarket({ id: 'm_2', version: 1 });
  board.take(news(newsOf(other, true)));
  expect([board.unknown, board.get('m_2')]).toEqual([['m_2'], undefined]);
  board.add(other);
  expect([board.unknown, board.get('m_2')]).toEqual([[], other]);
});

test('never replaces a market by an older version of it', () => {
  const board = boardOf();
  board.add({ ...market, version: 2 });
  expect(board.get('m_1')?.version).toBe(3);
});

test('a new list replaces everything, whatever its versions', () => {
  const board = boardOf();
  board.take({ name: 'list', data: [{ ...market, version: 1 }] });
  expect(board.markets.map(({ version }) => version)).toEqual([1]);
});
