import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSpent, listEarlierSeasons, requireSeason } from './season.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const BEGAN = new Date('2026-11-21T12:00:00.123Z');
const after = (hours: number) => new Date(BEGAN.getTime() + hours * 3_600_000);

test('a season is spent if it has too few upcoming games left', () => {
  const season = { number: 0, beganAt: BEGAN };
  expect(isSpent(season, BEGAN)).toBe(false);
  const hours = Array.from({ length: 300 }, (_, hour) => hour);
  const spent = hours.filter((hour) => isSpent(season, after(hour)));
  const [first = Number.NaN] = spent;
  expect(first).toBeGreaterThan(24);
  expect(first).toBeLessThan(96);
  expect(spent).toEqual(hours.slice(first));
});

test('all processes of a demo share one season and begin the next one together', async () => {
  const begun = await Promise.all(
    Array.from({ length: 5 }, (_, i) => requireSeason(database.db, new Date(BEGAN.getTime() + i))),
  );
  expect(new Set(begun.map((season) => season.beganAt.getTime())).size).toBe(1);
  expect(begun[0]?.number).toBe(0);
  const [first] = begun;
  expect(await requireSeason(database.db, after(5))).toEqual(first);

  const next = await Promise.all(Array.from({ length: 5 }, () => requireSeason(database.db, after(300))));
  expect(next).toEqual(Array.from({ length: 5 }, () => ({ number: 1, beganAt: after(300) })));
  expect(await requireSeason(database.db, after(310))).toEqual(next[0]);
});

test('earlier seasons are played until long after their last game', async () => {
  const own = await createTestDatabase();
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * 3_600_000);
  const seasons = [];
  for (const daysAgo of [40, 20, 6, 3, 0]) seasons.push(await requireSeason(own.db, at(daysAgo)));
  const [, , third, fourth, latest] = seasons;
  if (latest === undefined) throw new Error('expected five seasons');
  expect(latest.number).toBe(4);
  expect(await listEarlierSeasons(own.db, latest)).toEqual([fourth, third]);
  await own.close();
});
