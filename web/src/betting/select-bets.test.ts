import type { WireBet } from '@tallystone/core/http-api/betting';
import { aBet } from '@tallystone/testkit/mock-api/a-bet.ts';
import { describe, expect, test } from 'vitest';
import { isOpen } from './bet-state.ts';
import { type BetChoice, parseBetChoice, selectBets } from './select-bets.ts';

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
const ALL: BetChoice = { filter: 'all', category: 'all', sort: 'newest', search: '', from: null, to: null };
const shown = (choice: Partial<BetChoice>) => ids(selectBets(bets, { ...ALL, ...choice }));
const choiceIn = (query: string) => parseBetChoice(new URLSearchParams(query), bets);

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

  test('an open bet is sorted by what is open of it', () => {
    const sold = { stake: 24, totalReturn: 44.4, paid: 30 };
    const [whole, rest] = [aBet({ id: 'whole', amount: 20 }), aBet({ id: 'rest', sold })];
    for (const sort of ['stake', 'win'] as const) {
      expect(ids(selectBets([rest, whole], { ...ALL, sort }))).toEqual(['whole', 'rest']);
    }
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

  test.each([
    ['NORTHGATE', ['third', 'second', 'first', 'fourth']],
    ['bogota', ['accent']],
    ['nothing like it', []],
    ['yes', ['accent']],
  ])('are those whose market or outcome contains %j', (search, found) => {
    const accent = aBet({ id: 'accent', market: { title: 'Bogotá' }, outcomeName: 'Yes' });
    expect(ids(selectBets([...bets, accent], { ...ALL, search }))).toEqual(found);
  });

  test('are those placed on the chosen days, both included, in the time zone of the reader', () => {
    const at = (id: string, day: number, hour: number) =>
      aBet({ id, placedAt: new Date(2026, 10, day, hour).toISOString() });
    const days = [at('before', 18, 23), at('first', 19, 0), at('last', 20, 23), at('after', 21, 0)];
    const placed = (choice: Partial<BetChoice>) => ids(selectBets(days, { ...ALL, ...choice }));
    expect(placed({ from: '2026-11-19', to: '2026-11-20' })).toEqual(['last', 'first']);
    expect(placed({ from: '2026-11-20' })).toEqual(['after', 'last']);
    expect(placed({ to: '2026-11-18' })).toEqual(['before']);
  });

  test('are all, newest first, if the URL names nothing known', () => {
    expect(choiceIn('')).toEqual(ALL);
    expect(choiceIn('show=toString&sort=size&category=politics&from=soon&to=2026-11-1')).toEqual(ALL);
    expect(choiceIn('show=cashed-out&sort=win&category=crypto&q=city&from=2026-11-01&to=2026-11-20')).toEqual(
      {
        filter: 'cashed-out',
        sort: 'win',
        category: 'crypto',
        search: 'city',
        from: '2026-11-01',
        to: '2026-11-20',
      },
    );
  });

  test('a bet is open until it has a result or failed', () => {
    expect(isOpen(aBet({ status: 'pending' }))).toBe(true);
    expect(isOpen(aBet({ status: 'failed' }))).toBe(false);
    expect(isOpen(aBet({ status: 'settled', result: 'void' }))).toBe(false);
  });
});
