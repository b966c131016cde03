import { describe, expect, test } from 'vitest';
import { marketStateSchema } from '../http-api/markets.ts';
import {
  ARCHIVABLE,
  hasEnded,
  LIFECYCLE,
  lifecycleMoves,
  type MarketEvent,
  nextState,
  stateAt,
} from './lifecycle.ts';
import type { MarketState } from './market-state.ts';

const events = [
  'suspend',
  'resume',
  'close',
  'propose-result',
  'propose-void',
  'take-back',
  'take-back-early',
  'settle',
  'void',
] as const satisfies readonly MarketEvent[];

/** Every state by every event, in the order of the columns above; `-` means impossible. */
const table: Record<MarketState, string> = {
  open: 'suspended - closed - resolving - - - -',
  suspended: '- open closed - resolving - - - -',
  closed: '- - - resolving resolving - - - -',
  resolving: '- - - - resolving closed suspended settled void',
  settled: '- - - - - - - - -',
  void: '- - - - - - - - -',
};

describe('the life of a market', () => {
  test('has the API’s states', () => {
    expect(Object.keys(LIFECYCLE)).toEqual(marketStateSchema.options);
  });

  test.each(
    marketStateSchema.options.flatMap((state) =>
      table[state]
        .split(' ')
        .map((to, at): [MarketState, MarketEvent | undefined, string | null] => [
          state,
          events[at],
          to === '-' ? null : to,
        ]),
    ),
  )('%s, on %s: %s', (state, event, to) => {
    if (event === undefined) throw new Error('a row of the table is too long');
    expect(nextState(state, event)).toBe(to);
  });

  test('has no other event', () => {
    const known: readonly string[] = events;
    for (const moves of Object.values(LIFECYCLE)) {
      for (const event of Object.keys(moves)) expect(known).toContain(event);
    }
  });

  test('is listed once per move for the database', () => {
    const moves = marketStateSchema.options.flatMap((from) =>
      [...new Set(table[from].split(' '))]
        .filter((to) => to !== '-' && to !== from)
        .map((to) => `${from} ${to}`),
    );
    expect(lifecycleMoves().map(({ from, to }) => `${from} ${to}`)).toEqual(expect.arrayContaining(moves));
    expect(lifecycleMoves()).toHaveLength(moves.length);
  });

  test.each(marketStateSchema.options)('once %s, ends permanently only when everyone was paid', (state) => {
    const isLast = state === 'settled' || state === 'void';
    expect(hasEnded(state)).toBe(isLast);
    expect(Object.keys(LIFECYCLE[state]).length === 0).toBe(isLast);
  });

  test('can be archived only if nothing may still be owed', () => {
    expect(ARCHIVABLE).toEqual({
      open: 'without-bets',
      suspended: 'without-bets',
      closed: 'without-bets',
      resolving: 'never',
      settled: 'always',
      void: 'always',
    });
  });
});

describe('stateAt', () => {
  const closesAt = new Date('2026-11-21T12:00:00.000Z');
  const before = new Date(closesAt.getTime() - 1);
  const after = new Date(closesAt.getTime() + 1);

  test.each<[MarketState, MarketState]>([
    ['open', 'closed'],
    ['suspended', 'closed'],
    ['closed', 'closed'],
    ['resolving', 'resolving'],
    ['settled', 'settled'],
    ['void', 'void'],
  ])('of a market that is %s is %s from its close on', (state, atClose) => {
    expect(stateAt({ state, closesAt }, before)).toBe(state);
    expect(stateAt({ state, closesAt }, closesAt)).toBe(atClose);
    expect(stateAt({ state, closesAt }, after)).toBe(atClose);
  });
});
