import { describe, expect, test } from 'vitest';
import type { HistoryRange } from '../http-api/markets.ts';
import { candleStepOf, hasAllChanges, stretchOf } from './history-range.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const now = new Date('2026-11-22T12:00:00.000Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

const aMarket = (market: Partial<Parameters<typeof stretchOf>[1]> = {}) => ({
  openedAt: ago(30 * DAY_MS),
  closesAt: new Date(now.getTime() + DAY_MS),
  endedAt: null,
  now,
  ...market,
});

describe('stretchOf', () => {
  test.each<[HistoryRange, number]>([
    ['1H', HOUR_MS],
    ['6H', 6 * HOUR_MS],
    ['1D', DAY_MS],
    ['1W', 7 * DAY_MS],
    ['All', 30 * DAY_MS],
  ])('for %s goes back this far from now', (range, ms) => {
    expect(stretchOf(range, aMarket())).toEqual({ from: ago(ms), to: now });
  });

  test('never starts before the market', () => {
    const market = aMarket({ openedAt: ago(HOUR_MS) });
    for (const range of ['6H', '1D', '1W', 'All'] as const)
      expect(stretchOf(range, market)).toEqual({ from: ago(HOUR_MS), to: now });
  });

  test('ends when betting ended, since prices don’t move afterwards', () => {
    const market = aMarket({ closesAt: ago(2 * DAY_MS), endedAt: ago(DAY_MS) });
    expect(stretchOf('1H', market)).toEqual({ from: ago(2 * DAY_MS + HOUR_MS), to: ago(2 * DAY_MS) });
  });

  test('ends with a void that came before the close', () => {
    expect(stretchOf('1D', aMarket({ endedAt: ago(HOUR_MS) })).to).toEqual(ago(HOUR_MS));
  });

  test('is the opening moment if the close was moved before it', () => {
    const market = aMarket({ openedAt: ago(HOUR_MS), closesAt: ago(2 * HOUR_MS) });
    expect(stretchOf('All', market)).toEqual({ from: ago(HOUR_MS), to: ago(HOUR_MS) });
  });
});

describe('the source of a stretch', () => {
  test.each([
    ['the last hour', HOUR_MS, 0, true],
    ['the last day', DAY_MS, 0, true],
    ['more than a day', DAY_MS + 1, 0, false],
    ['an hour that lies a day back', HOUR_MS, DAY_MS, false],
  ])('for %s it is known whether all changes are kept', (_, length, endedAgo, isAll) => {
    expect(hasAllChanges({ from: ago(endedAgo + length), to: ago(endedAgo) }, now)).toBe(isAll);
  });

  test.each([
    ['an hour', HOUR_MS, 0, 'minute'],
    ['a day', DAY_MS, 0, 'minute'],
    ['a day, six days ago', DAY_MS, 6 * DAY_MS, 'minute'],
    ['a day, a week ago', DAY_MS, 7 * DAY_MS, 'hour'],
    ['more than a day', DAY_MS + 1, 0, 'hour'],
    ['90 days', 90 * DAY_MS, 0, 'hour'],
    ['more than 90 days', 90 * DAY_MS + 1, 0, 'day'],
    ['a week, which ended 83 days ago', 7 * DAY_MS, 83 * DAY_MS, 'hour'],
    ['a week, which ended 84 days ago', 7 * DAY_MS, 84 * DAY_MS, 'day'],
    ['an hour of a year ago', HOUR_MS, 365 * DAY_MS, 'day'],
  ])('%s is read from its finest kept candles', (_, length, endedAgo, step) => {
    expect(candleStepOf({ from: ago(endedAgo + length), to: ago(endedAgo) }, now)).toBe(step);
  });
});
