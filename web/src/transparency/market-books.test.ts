import { expect, test } from 'vitest';
import { nextOrder, selectBooks, WORST_FIRST } from './market-books.ts';

const book = (title: string, worstCase: number, escrow = worstCase) => ({
  id: title,
  title,
  state: 'open' as const,
  escrow,
  worstCase,
  openStakes: 1,
});
const books = [book('Beta wins', 5, 50), book('Alpha wins', 5, 7), book('Gamma draws', 90)];
const titles = (given: Partial<Parameters<typeof selectBooks>[1]>) =>
  selectBooks(books, { words: '', order: WORST_FIRST, ...given }).map(({ title }) => title);

test('the market that owes most comes first, ties by title', () => {
  expect(titles({})).toEqual(['Gamma draws', 'Alpha wins', 'Beta wins']);
});

test('all words must be in the title, in any order and case', () => {
  expect(titles({ words: ' WINS beta ' })).toEqual(['Beta wins']);
  expect(titles({ words: 'wins gamma' })).toEqual([]);
});

test('a press on a header sorts by it, a second one reverses the order', () => {
  const byEscrow = nextOrder(WORST_FIRST, 'escrow');
  expect(byEscrow).toEqual({ by: 'escrow', descending: true });
  expect(titles({ order: byEscrow })).toEqual(['Gamma draws', 'Beta wins', 'Alpha wins']);
  expect(titles({ order: nextOrder(byEscrow, 'escrow') })).toEqual([
    'Alpha wins',
    'Beta wins',
    'Gamma draws',
  ]);
  expect(titles({ order: nextOrder(WORST_FIRST, 'title') })).toEqual([
    'Alpha wins',
    'Beta wins',
    'Gamma draws',
  ]);
});
