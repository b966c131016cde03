import { describe, expect, test } from 'vitest';
import { timeRemaining } from './time-remaining.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('timeRemaining', () => {
  test.each([
    [30 * DAY + 5 * HOUR + 59 * MINUTE, '30d 5h'],
    [DAY, '1d 0h'],
    [DAY - 1, '23h 59m'],
    [2 * HOUR + 5 * MINUTE, '2h 5m'],
    [HOUR, '1h 0m'],
    [HOUR - 1, '59m'],
    [5 * MINUTE, '5m'],
    [59 * SECOND, '0m'],
    [1, '0m'],
    [0, 'Ended'],
    [-DAY, 'Ended'],
  ])('%s ms before the end reads %s', (leftMs, text) => {
    const endsAt = new Date(now.getTime() + leftMs);
    expect(timeRemaining({ endsAt, now })).toBe(text);
    expect(timeRemaining({ endsAt: endsAt.toISOString(), now })).toBe(text);
  });
});
