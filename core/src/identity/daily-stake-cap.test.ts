import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUsdc } from '../money/format-usdc.ts';
import { microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { dailyStakeCap, nextUtcDay, startOfUtcDay } from './daily-stake-cap.ts';

describe('dailyStakeCap', () => {
  test.each([
    { mode: 'live', level: 0, override: null, cap: '100.00' },
    { mode: 'live', level: 1, override: null, cap: '1000.00' },
    { mode: 'live', level: 2, override: null, cap: '10000.00' },
    { mode: 'demo', level: 0, override: null, cap: '1000.00' },
    { mode: 'demo', level: 1, override: null, cap: '1000.00' },
    { mode: 'demo', level: 2, override: null, cap: '1000.00' },
    { mode: 'live', level: 2, override: microUsdc(5_000_000n), cap: '5.00' },
    { mode: 'demo', level: 0, override: microUsdc(5_000_000_000n), cap: '5000.00' },
    { mode: 'live', level: 1, override: ZERO_USDC, cap: '0.00' },
    { mode: 'live', level: 1, override: null, ofLevel: microUsdc(70_000_000n), cap: '70.00' },
    { mode: 'demo', level: 0, override: null, ofLevel: ZERO_USDC, cap: '0.00' },
    { mode: 'live', level: 0, override: null, ofLevel: null, cap: '100.00' },
    { mode: 'live', level: 0, override: microUsdc(5_000_000n), ofLevel: ZERO_USDC, cap: '5.00' },
  ] as const)(
    'in $mode mode at level $level with override $override and level setting $ofLevel is $cap',
    ({ cap, ...user }) => {
      expect(formatUsdc(dailyStakeCap(user))).toBe(cap);
    },
  );
});

describe('startOfUtcDay and nextUtcDay', () => {
  test.each([
    ['2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['2026-11-21T23:59:59.999Z', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['2026-12-31T12:34:56.789Z', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2028-02-28T18:00:00.000Z', '2028-02-28T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    ['1969-12-31T01:00:00.000Z', '1969-12-31T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  ])('%s is in the day from %s to %s', (now, start, next) => {
    expect(startOfUtcDay(new Date(now)).toISOString()).toBe(start);
    expect(nextUtcDay(new Date(now)).toISOString()).toBe(next);
  });

  test('every moment is in its day', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2200-01-01') }),
        (now) => {
          expect(startOfUtcDay(now) <= now && now < nextUtcDay(now)).toBe(true);
          expect(startOfUtcDay(now).toISOString().slice(0, 10)).toBe(now.toISOString().slice(0, 10));
        },
      ),
      runs(300),
    );
  });
});
