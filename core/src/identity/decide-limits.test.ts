import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BreakPeriod } from '../http-api/account.ts';
import { microUsdc } from '../money/micro-usdc.ts';
import {
  decideBreak,
  decideOwnCap,
  limitsAt,
  NO_LIMITS,
  type OwnLimits,
  RAISE_AFTER_MS,
} from './decide-limits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const now = new Date('2026-11-21T12:00:00.000Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
const tomorrow = inHours(24);

const usd = (amount: number) => microUsdc(BigInt(Math.round(amount * 1_000_000)));
const capped = (cap: number, next?: [cap: number | null, hours: number]): OwnLimits => ({
  ...NO_LIMITS,
  ownCap: usd(cap),
  next: next === undefined ? null : { cap: next[0] === null ? null : usd(next[0]), from: inHours(next[1]) },
});
const blockedFor = (kind: 'break' | 'exclusion', hours: number): OwnLimits => ({
  ...NO_LIMITS,
  blocked: { kind, until: inHours(hours) },
});

describe('limitsAt', () => {
  test.each<[string, OwnLimits, OwnLimits]>([
    ['no limits', NO_LIMITS, NO_LIMITS],
    ['a raise that waits', capped(10, [50, 1]), capped(10, [50, 1])],
    ['a raise in its moment', capped(10, [50, 0]), capped(50)],
    ['a raise that was due', capped(10, [50, -1]), capped(50)],
    ['a removal that was due', capped(10, [null, -1]), NO_LIMITS],
    ['a break', blockedFor('break', 1), blockedFor('break', 1)],
    ['a break at the moment it ends', blockedFor('break', 0), NO_LIMITS],
    ['an exclusion that is over', blockedFor('exclusion', -1), NO_LIMITS],
  ])('%s', (_, stored, held) => {
    expect(limitsAt(stored, now)).toEqual(held);
  });
});

describe('decideOwnCap', () => {
  test.each<[string, OwnLimits, string | number | null, OwnLimits]>([
    ['a first cap, at once', NO_LIMITS, 100, capped(100)],
    ['a first cap of zero, at once', NO_LIMITS, '0', capped(0)],
    ['the highest cap, at once', NO_LIMITS, '1000000.00', capped(1_000_000)],
    ['a cap with cents', NO_LIMITS, '12.34', capped(12.34)],
    ['no cap instead of no cap', NO_LIMITS, null, NO_LIMITS],
    ['a lower one, at once', capped(100), 99.99, capped(99.99)],
    ['the same, which changes nothing', capped(100), 100, capped(100)],
    ['a higher one, a day later', capped(100), 100.01, capped(100, [100.01, 24])],
    ['none, a day later', capped(100), null, capped(100, [null, 24])],
    ['a lower one, which ends a raise', capped(100, [500, 3]), 50, capped(50)],
    ['the same, which ends a raise', capped(100, [500, 3]), 100, capped(100)],
    ['more than a raise that waits, a day from now', capped(100, [500, 3]), 501, capped(100, [501, 24])],
    ['none instead of a raise, a day from now', capped(100, [500, 3]), null, capped(100, [null, 24])],
    ['a raise once more, at its time', capped(100, [500, 3]), 500, capped(100, [500, 3])],
    ['less than a raise that waits, at its time', capped(100, [500, 3]), 300, capped(100, [300, 3])],
    ['an amount instead of none, at its time', capped(100, [null, 3]), 900, capped(100, [900, 3])],
    ['none once more, at its time', capped(100, [null, 3]), null, capped(100, [null, 3])],
    ['less than a raise that is due, at once', capped(100, [500, -1]), 400, capped(400)],
    ['more than a raise that is due, a day later', capped(100, [500, 0]), 600, capped(500, [600, 24])],
    ['a cap after one was due to go, at once', capped(100, [null, 0]), 600, capped(600)],
  ])('takes %s', (_, limits, ownCap, after) => {
    expect(decideOwnCap(limits, { ownCap, now })).toEqual({ kind: 'changed', limits: after });
  });

  test.each<string | number>(['-1', -0.01, '1000000.01', 1e9, '0.001', 'lots', '', '1e3', Number.NaN])(
    'refuses %j with a sentence',
    (ownCap) => {
      const decision = decideOwnCap(capped(100), { ownCap, now });
      expect(decision).toMatchObject({
        kind: 'refused',
        reason: { sentence: expect.stringMatching(/^Enter a daily cap between .*\.$/) },
      });
    },
  );

  test('keeps a break as it is', () => {
    const limits = blockedFor('exclusion', 48);
    expect(decideOwnCap(limits, { ownCap: 5, now })).toEqual({
      kind: 'changed',
      limits: { ...limits, ownCap: usd(5) },
    });
  });

  test('never applies a higher cap until a day after its request, whatever is requested when', () => {
    const asks = fc.array(
      fc.record({
        ownCap: fc.option(fc.integer({ min: 0, max: 20 })),
        hoursLater: fc.integer({ min: 0, max: 30 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const orMore = (cap: bigint | null) => (cap === null ? Number.POSITIVE_INFINITY : Number(cap));
    let raised = 0;
    fc.assert(
      fc.property(asks, (plan) => {
        let limits = capped(10);
        let at = now;
        /** All requests with their times; the initial cap counts as requested long ago. */
        const asked = [{ cap: 10e6, at: new Date(0) }];
        for (const { ownCap, hoursLater } of plan) {
          const later = new Date(at.getTime() + hoursLater * HOUR_MS);
          const before = orMore(limitsAt(limits, at).ownCap);
          const then = orMore(limitsAt(limits, later).ownCap);
          if (then > before) {
            raised += 1;
            const longAgo = asked.filter((each) => each.at.getTime() + RAISE_AFTER_MS <= later.getTime());
            expect(longAgo.some((each) => each.cap >= then)).toBe(true);
          }
          at = later;
          const decision = decideOwnCap(limits, { ownCap, now: at });
          if (decision.kind === 'refused') throw new Error(decision.reason.sentence);
          asked.push({ cap: ownCap === null ? Number.POSITIVE_INFINITY : ownCap * 1e6, at });
          const held = orMore(decision.limits.ownCap);
          // Immediate changes only lower the cap.
          expect(held <= then).toBe(true);
          limits = decision.limits;
        }
      }),
      runs(500),
    );
    expect(raised).toBeGreaterThan(100);
  });
});

describe('decideBreak', () => {
  test.each<[BreakPeriod, 'break' | 'exclusion', string]>([
    ['24-hours', 'break', '2026-11-22T12:00:00.000Z'],
    ['7-days', 'break', '2026-11-28T12:00:00.000Z'],
    ['30-days', 'break', '2026-12-21T12:00:00.000Z'],
    ['6-months', 'exclusion', '2027-05-21T12:00:00.000Z'],
    ['1-year', 'exclusion', '2027-11-21T12:00:00.000Z'],
    ['5-years', 'exclusion', '2031-11-21T12:00:00.000Z'],
  ])('of %s is a %s until %s', (period, kind, until) => {
    expect(decideBreak(NO_LIMITS, { period, now })).toEqual({
      kind: 'changed',
      limits: { ...NO_LIMITS, blocked: { kind, until: new Date(until) } },
    });
  });

  test('of six months from the last day of August lasts into March', () => {
    const decision = decideBreak(NO_LIMITS, { period: '6-months', now: new Date('2026-08-31T08:00:00Z') });
    expect(decision).toMatchObject({ limits: { blocked: { until: new Date('2027-03-03T08:00:00Z') } } });
  });

  test.each<[string, OwnLimits, BreakPeriod, 'break' | 'exclusion', Date]>([
    ['a longer break', blockedFor('break', 3), '24-hours', 'break', tomorrow],
    ['one of the same end', blockedFor('break', 24), '24-hours', 'break', tomorrow],
    ['an exclusion', blockedFor('break', 3), '6-months', 'exclusion', new Date('2027-05-21T12:00:00Z')],
    ['a break after one that is over', blockedFor('break', 0), '24-hours', 'break', tomorrow],
    ['a break after an exclusion that is over', blockedFor('exclusion', 0), '24-hours', 'break', tomorrow],
    // An exclusion stays one.
    ['more days', blockedFor('exclusion', 3), '24-hours', 'exclusion', tomorrow],
    ['a longer one', blockedFor('exclusion', 3), '1-year', 'exclusion', new Date('2027-11-21T12:00:00Z')],
  ])('takes %s', (_, limits, period, kind, until) => {
    expect(decideBreak(limits, { period, now })).toEqual({
      kind: 'changed',
      limits: { ...NO_LIMITS, blocked: { kind, until } },
    });
  });

  test.each<[OwnLimits, BreakPeriod]>([
    [blockedFor('break', 24.001), '24-hours'],
    [blockedFor('break', 30 * 24), '7-days'],
    [blockedFor('exclusion', 400 * 24), '30-days'],
    [blockedFor('exclusion', 400 * 24), '6-months'],
    [blockedFor('exclusion', 400 * 24), '1-year'],
  ])('never shortens %j to %s', (limits, period) => {
    const decision = decideBreak(limits, { period, now });
    const until = limits.blocked?.until.toISOString().slice(0, 16).replace('T', ' ');
    expect(decision).toMatchObject({
      kind: 'refused',
      reason: { sentence: expect.stringContaining(`until ${until} UTC.`) },
    });
  });

  test('applies a due raise and keeps a waiting one', () => {
    expect(decideBreak(capped(10, [50, -1]), { period: '24-hours', now })).toMatchObject({
      limits: { ownCap: usd(50), next: null },
    });
    expect(decideBreak(capped(10, [50, 1]), { period: '24-hours', now })).toMatchObject({
      limits: { ownCap: usd(10), next: { cap: usd(50), from: inHours(1) } },
    });
  });

  test('never moves the end closer, whatever is requested when', () => {
    const periods = ['24-hours', '7-days', '30-days', '6-months', '1-year', '5-years'] as const;
    const asks = fc.array(fc.record({ period: fc.constantFrom(...periods), daysLater: fc.nat(60) }), {
      minLength: 2,
      maxLength: 10,
    });
    let refused = 0;
    fc.assert(
      fc.property(asks, (plan) => {
        let limits = NO_LIMITS;
        let at = now;
        for (const { period, daysLater } of plan) {
          at = new Date(at.getTime() + daysLater * DAY_MS);
          const decision = decideBreak(limits, { period, now: at });
          if (decision.kind === 'refused') {
            refused += 1;
            continue;
          }
          const until = decision.limits.blocked?.until ?? now;
          expect(until > at && until >= (limits.blocked?.until ?? now)).toBe(true);
          limits = decision.limits;
        }
      }),
      runs(300),
    );
    expect(refused).toBeGreaterThan(100);
  });
});
