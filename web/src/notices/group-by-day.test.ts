import { expect, test } from 'vitest';
import { groupByDay, startOfDay } from './group-by-day.ts';

const at = (text: string) => ({ at: new Date(text).getTime() });

test("items stay newest first, split at the reader's midnight", () => {
  // Without a zone these are times in the reader's time zone.
  const items = [
    '2026-11-22T00:00:00',
    '2026-11-21T23:59:59',
    '2026-11-21T00:00:00',
    '2026-11-19T12:00:00',
  ].map(at);
  const days = groupByDay(items);
  expect(days.map(({ items: each }) => each.length)).toEqual([1, 2, 1]);
  expect(days.map(({ startsAt }) => startsAt)).toEqual(
    ['2026-11-22T00:00:00', '2026-11-21T00:00:00', '2026-11-19T00:00:00'].map((text) => at(text).at),
  );
});

test('no items make no days', () => {
  expect(groupByDay([])).toEqual([]);
});

test('a day begins at its own midnight', () => {
  const day = new Date(startOfDay(at('2026-11-21T15:30:10').at));
  expect([day.getDate(), day.getHours(), day.getMinutes(), day.getSeconds()]).toEqual([21, 0, 0, 0]);
});
