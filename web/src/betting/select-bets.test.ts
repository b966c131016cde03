import type { WireBet } from '@tallystone/core/http-api';
import { describe, expect, test } from 'vitest';
import { aBet } from './a-bet.ts';
import { parseBetFilter, parseBetSort, selectBets } from './select-bets.ts';

const bets = [
  aBet({ id: 'first', placedAt: '2026-11-19T10:00:00.000Z', amount: 50, potentialWin: 5 }),
  aBet({ id: 'second', placedAt: '2026-11-20T10:00:00.000Z', status: 'settled', potentialWin: 90 }),
  aBet({ id: 'third', placedAt: '2026-11-21T10:00:00.000Z' }),
];
const ids = (selected: WireBet[]) => selected.map(({ id }) => id);

describe('the bets that are shown', () => {
  test.each([
    ['newest', ['third', 'second', 'first']],
    ['oldest', ['first', 'second', 'third']],
    ['stake', ['first', 'third', 'second']],
    ['win', ['second', 'third', 'first']],
  ] as const)('sorted by %s', (sort, order) => {
    expect(ids(selectBets(bets, { filter: 'all', sort }))).toEqual(order);
  });

  test('only those of the chosen status', () => {
    expect(ids(selectBets(bets, { filter: 'settled', sort: 'newest' }))).toEqual(['second']);
    expect(selectBets(bets, { filter: 'failed', sort: 'newest' })).toEqual([]);
  });

  test('an address that names nothing known shows all, newest first', () => {
    expect(parseBetFilter('confirmed')).toBe('confirmed');
    expect(parseBetFilter('toString')).toBe('all');
    expect(parseBetFilter(null)).toBe('all');
    expect(parseBetSort('win')).toBe('win');
    expect(parseBetSort('size')).toBe('newest');
  });
});
