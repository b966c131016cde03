import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortMarkets } from './sort-markets.ts';
import { timeStatus } from './time-status.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describe('sortMarkets', () => {
  test('puts live markets first, then upcoming, then ended ones, each by end', () => {
    const markets = [
      { id: 'ended an hour ago', endsAt: inMinutes(-60) },
      { id: 'ends tomorrow', endsAt: inMinutes(1_440) },
      { id: 'ends in 50 minutes', endsAt: inMinutes(50) },
      { id: 'ended yesterday', endsAt: inMinutes(-1_440) },
      { id: 'ends in 2 hours', endsAt: inMinutes(120) },
      { id: 'ends in a minute', endsAt: inMinutes(1).toISOString() },
    ];
    expect(sortMarkets(markets, now).map(({ id }) => id)).toEqual([
      'ends in a minute',
      'ends in 50 minutes',
      'ends in 2 hours',
      'ends tomorrow',
      'ended yesterday',
      'ended an hour ago',
    ]);
  });

  test('keeps the order of ties and doesn’t change the given list', () => {
    const given = ['b', 'a', 'c'].map((id) => ({ id, endsAt: inMinutes(30) }));
    const before = [...given];
    expect(sortMarkets(given, now)).toEqual(before);
    expect(given).toEqual(before);
  });

  test('orders every list, losing and adding nothing', () => {
    const order = ['live', 'upcoming', 'ended'];
    const minutes = fc.array(fc.integer({ min: -200, max: 200 }), { maxLength: 30 });
    fc.assert(
      fc.property(minutes, (ends) => {
        const sorted = sortMarkets(
          ends.map((end) => ({ endsAt: inMinutes(end), end })),
          now,
        );
        expect(sorted.map(({ end }) => end).toSorted((a, b) => a - b)).toEqual(
          ends.toSorted((a, b) => a - b),
        );
        for (const [i, market] of sorted.entries()) {
          const next = sorted[i + 1] ?? market;
          const step =
            order.indexOf(timeStatus({ ...next, now })) - order.indexOf(timeStatus({ ...market, now }));
          expect(step > 0 || (step === 0 && market.end <= next.end)).toBe(true);
        }
      }),
      runs(200),
    );
  });
});
