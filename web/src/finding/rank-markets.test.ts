import { aMarket, anOutcome } from '@tallystone/testkit/mock-api/a-market.ts';
import { expect, test } from 'vitest';
import { rankMarkets } from './rank-markets.ts';
import { searchWords } from './search-words.ts';

const now = new Date();
const markets = [
  aMarket({ id: 'm_outcome', title: 'Who wins?', outcomes: [anOutcome({ name: 'Rain City' })] }),
  aMarket({ id: 'm_within', title: 'Next train to be late' }),
  aMarket({ id: 'm_word', title: 'Will it rain?', volume: 1 }),
  aMarket({ id: 'm_word_big', title: 'Heavy rain in May?', volume: 900 }),
  aMarket({ id: 'm_first', title: 'Rain on the last day?' }),
  aMarket({ id: 'm_over', title: 'Rain yesterday?', endsInMinutes: -1 }),
];
const rank = (typed: string, limit = 10) => {
  const { best, count } = rankMarkets({ markets, words: searchWords(typed), now, limit });
  return { ids: best.map(({ id }) => id), count };
};

test('starts of titles come first, then starts of words, then the rest, each by volume', () => {
  expect(rank('rain').ids).toEqual(['m_first', 'm_word_big', 'm_word', 'm_within', 'm_outcome']);
});

test('only the best are returned, and all are counted', () => {
  expect(rank('rain', 2)).toEqual({ ids: ['m_first', 'm_word_big'], count: 5 });
});

test('every word must match', () => {
  expect(rank('rain may').ids).toEqual(['m_word_big']);
});

test('no words find nothing', () => {
  expect(rank('  ')).toEqual({ ids: [], count: 0 });
});
