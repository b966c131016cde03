import type { WireBet } from '@tallystone/core/http-api/betting';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { describe, expect, test } from 'vitest';
import { isOpen, parseBetFilter, parseBetSort, parseCategoryFilter, selectBets } from './select-bets.ts';

const bets = [
  aBet({ id: 'first', placedAt: '2026-11-19T10:00:00.000Z', amount: 50, potentialWin: 5 }),
  aBet({
    id: 'second',
    placedAt: '2026-11-20T10:00:00.000Z',
    status: 'settled',
    result: 'won',
    profit: 90,
    potentialWin: 90,
    market: { category: 'crypto' },
  }),
  aBet({
    id: 'third',
    placedAt: '2026-11-21T10:00:00.000Z',
    status: 'settled',
    result: 'cashed-out',
    profit: -3,
  }),
  aBet({ id: 'fourth', placedAt: '2026-11-18T10:00:00.000Z', status: 'failed' }),
];
const ids = (selected: WireBet[]) => selected.map(({ id }) => id);
const shown = (choice: Partial<Parameters<typeof selectBets>[1]>) =>
  ids(selectBets(bets, { filter: 'all', category: 'all', sort: 'newest', ...choice }));

describe('the bets that are shown', () => {
  test.each([
    ['newest', ['third', 'second', 'first', 'fourth']],
    ['oldest', ['fourth', 'first', 'second', 'third']],
    ['stake', ['first', 'third', 'second', 'fourth']],
    ['win', ['second', 'third', 'fourth', 'first']],
    ['profit', ['second', 'third', 'first', 'fourth']],
  ] as const)('sorted by %s', (sort, order) => {
    expect(shown({ sort })).toEqual(order);
  });

  test.each([
    ['open', ['first']],
    ['won', ['second']],
    ['cashed-out', ['third']],
    ['lost', []],
    ['void', []],
  ] as const)('only those that are %s', (filter, left) => {
    expect(shown({ filter })).toEqual(left);
  });

  test('are only those of the chosen category', () => {
    expect(shown({ category: 'crypto' })).toEqual(['second']);
    expect(shown({ category: 'crypto', filter: 'open' })).toEqual([]);
  });

  test('are all, newest first, if the URL names nothing known', () => {
    expect(parseBetFilter('cashed-out')).toBe('cashed-out');
    expect(parseBetFilter('toString')).toBe('all');
    expect(parseBetFilter(null)).toBe('all');
    expect(parseBetSort('win')).toBe('win');
    expect(parseBetSort('size')).toBe('newest');
    expect(parseCategoryFilter('crypto', bets)).toBe('crypto');
    expect(parseCategoryFilter('politics', bets)).toBe('all');
  });

  test('a bet is open until it has a result or failed', () => {
    expect(isOpen(aBet({ status: 'pending' }))).toBe(true);
    expect(isOpen(aBet({ status: 'failed' }))).toBe(false);
    expect(isOpen(aBet({ status: 'settled', result: 'void' }))).toBe(false);
  });
});
