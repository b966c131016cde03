import { describe, expect, test } from 'vitest';
import { timeStatus } from './time-status.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

describe('timeStatus', () => {
  test.each([
    ['2026-12-24T00:00:00.000Z', 'upcoming'],
    ['2026-11-21T13:00:00.001Z', 'upcoming'],
    ['2026-11-21T13:00:00.000Z', 'live'],
    ['2026-11-21T12:30:00.000Z', 'live'],
    ['2026-11-21T12:00:00.001Z', 'live'],
    ['2026-11-21T12:00:00.000Z', 'ended'],
    ['2026-11-21T11:59:59.999Z', 'ended'],
    ['1970-01-01T00:00:00.000Z', 'ended'],
  ] as const)('a market that ends at %s is %s at noon', (endsAt, status) => {
    expect(timeStatus({ endsAt, now })).toBe(status);
    expect(timeStatus({ endsAt: new Date(endsAt), now })).toBe(status);
  });
});
