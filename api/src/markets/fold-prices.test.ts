import type { Millionths } from '@tallystone/core/markets/price-point';
import { aMarket, fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import {
  candlesByHand,
  insertPoints,
  listCandles,
  listPoints,
  type TestPoint,
} from '@tallystone/testkit/betting/prices.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { tried } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../db/open-database.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { foldPrices } from './fold-prices.ts';
import { openPriceFolder } from './open-price-folder.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const EVEN: Millionths = [500_000, 500_000];

/** The same random numbers each time. */
function drawFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A drifting price, from a time ago until some minutes ago. */
function aWalk({ points, over, seed = 7 }: { points: number; over: number; seed?: number }): TestPoint[] {
  const draw = drawFrom(seed);
  const end = Date.now() - 3 * MINUTE_MS;
  const moments = Array.from({ length: points }, () => end - Math.floor(draw() * over)).sort((a, b) => a - b);
  let yes = 500_000;
  return moments.map((at, place) => {
    yes = Math.min(990_000, Math.max(10_000, yes + Math.floor((draw() - 0.5) * 40_000)));
    return { version: place + 2, at: new Date(at), price: [yes, 1_000_000 - yes] };
  });
}

describe.each(testEngines)('folding prices on %s', (_, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
  });
  afterAll(() => database.close());

  const fold = (chunk = 1000) => foldPrices(database.db, { chunk });

  test('makes the candles computed by hand, whatever the size of the steps', async () => {
    for (const chunk of [1, 7, 1000]) {
      const { marketId } = await aMarket(database.db);
      const points = aWalk({ points: chunk === 1 ? 60 : 600, over: 5 * HOUR_MS, seed: chunk });
      await insertPoints(database.db, marketId, points);
      expect(await fold(chunk)).toEqual({ folded: points.length, trimmed: 0 });
      expect(await listCandles(database.db, marketId)).toEqual(candlesByHand(points, EVEN));
      expect(await listPoints(database.db, marketId)).toEqual(points);
    }
  });

  test('continues a candle, and folds no point twice', async () => {
    const { marketId } = await aMarket(database.db);
    const points = aWalk({ points: 400, over: 3 * DAY_MS });
    for (const [from, to] of [
      [0, 1],
      [1, 150],
      [150, 151],
      [151, 400],
    ]) {
      await insertPoints(database.db, marketId, points.slice(from, to));
      await fold(37);
      expect((await fold()).folded).toBe(0);
    }
    expect(await listCandles(database.db, marketId)).toEqual(candlesByHand(points, EVEN));
  });

  test('folds many markets at once, each from its opening price', async () => {
    const markets = [];
    for (let count = 0; count < 60; count += 1) {
      const { marketId } = await aMarket(database.db, {
        outcomes: [
          { name: 'Yes', probability: 0.3 },
          { name: 'No', probability: 0.7 },
        ],
      });
      const points = aWalk({ points: 1 + (count % 9), over: HOUR_MS, seed: count + 1 });
      await insertPoints(database.db, marketId, points);
      markets.push({ marketId, points });
    }
    await fold(100);
    for (const { marketId, points } of markets) {
      expect(await listCandles(database.db, marketId)).toEqual(candlesByHand(points, [300_000, 700_000]));
    }
  });

  test('ignores an outcome without a price in high and low', async () => {
    const { marketId } = await aMarket(database.db);
    const at = (seconds: number) => new Date(Math.floor(Date.now() / HOUR_MS - 2) * HOUR_MS + seconds * 1000);
    const points: TestPoint[] = [
      { version: 2, at: at(1), price: [null, null] },
      { version: 3, at: at(2), price: [400_000, null] },
      { version: 4, at: at(70), price: [null, 300_000] },
      { version: 5, at: at(140), price: [null, null] },
    ];
    await insertPoints(database.db, marketId, points);
    await fold();
    expect(await listCandles(database.db, marketId)).toEqual(candlesByHand(points, EVEN));
  });

  test('skips the current minute, and later points with an earlier time', async () => {
    const { marketId } = await aMarket(database.db);
    const now = Date.now();
    const points: TestPoint[] = [
      { version: 2, at: new Date(now - 5 * MINUTE_MS), price: [510_000, 490_000] },
      { version: 3, at: new Date(now + 5 * MINUTE_MS), price: [520_000, 480_000] },
      // As if a clock was set back.
      { version: 4, at: new Date(now - 4 * MINUTE_MS), price: [530_000, 470_000] },
    ];
    await insertPoints(database.db, marketId, points);
    expect((await fold()).folded).toBe(1);
    expect(await listCandles(database.db, marketId)).toEqual(candlesByHand(points.slice(0, 1), EVEN));
  });

  test('deletes points after a day, and candles of minutes and hours later; those of days stay', async () => {
    const { marketId } = await aMarket(database.db);
    const now = Date.now();
    const age = (moment: Date | string) => now - new Date(moment).getTime();
    // No point is just about to expire, because time passes during the test.
    const isClear = ({ at }: TestPoint) =>
      [
        [1, DAY_MS],
        [MINUTE_MS, 7 * DAY_MS],
        [HOUR_MS, 90 * DAY_MS],
      ].every(([step = 1, keptMs = 0]) => {
        const startsAt = new Date(Math.floor(at.getTime() / step) * step);
        return Math.abs(age(startsAt) - keptMs - 10 * MINUTE_MS) > 5 * MINUTE_MS;
      });
    const points = aWalk({ points: 3000, over: 120 * DAY_MS }).filter(isClear);
    await insertPoints(database.db, marketId, points);
    const { folded, trimmed } = await fold(500);
    expect(folded).toBe(points.length);
    const left = await listPoints(database.db, marketId);
    expect(left).toEqual(points.slice(points.length - left.length));
    expect(left.length).toBeGreaterThan(5);
    for (const { at } of left) expect(age(at)).toBeLessThan(DAY_MS + 10 * MINUTE_MS);
    const candles = await listCandles(database.db, marketId);
    const all = candlesByHand(points, EVEN);
    const isKept = ({ step, starts_at }: { step: string; starts_at: string }) =>
      age(starts_at) < (step === 'minute' ? 7 : step === 'hour' ? 90 : 1000) * DAY_MS + 10 * MINUTE_MS;
    expect(candles).toEqual(all.filter(isKept));
    expect(trimmed).toBe(points.length - left.length + all.length - candles.length);
    // Later points continue from there.
    const later = { version: 4000, at: new Date(now - 2 * MINUTE_MS), price: [700_000, 300_000] };
    await insertPoints(database.db, marketId, [later]);
    await fold();
    expect(await listCandles(database.db, marketId)).toEqual(
      candlesByHand([...points, later], EVEN).filter(isKept),
    );
  });

  test('keeps points that are young or in no candle yet', async () => {
    const { marketId } = await aMarket(database.db);
    const old = { version: 2, at: new Date(Date.now() - 2 * DAY_MS), price: EVEN };
    const young = { version: 3, at: new Date(Date.now() - HOUR_MS), price: EVEN };
    await insertPoints(database.db, marketId, [old, young]);
    const refused = (query: ReturnType<typeof sql>) =>
      expect(tried(database.db, query)).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/^rows of price_(points|candles) are /) },
      });
    await refused(sql`delete from price_points where market_id = ${marketId} and version = 2`);
    await refused(sql`update price_points set at = at where market_id = ${marketId}`);
    await refused(sql`truncate price_points`);
    await refused(sql`truncate price_candles`);
    await fold();
    expect(await listPoints(database.db, marketId)).toEqual([young]);
    await refused(sql`delete from price_points where market_id = ${marketId}`);
  });

  test('keeps a young point between old ones, as when a clock was set back', async () => {
    const { marketId } = await aMarket(database.db);
    const points = [2 * DAY_MS, HOUR_MS, 2 * DAY_MS].map((age, place) => ({
      version: place + 2,
      at: new Date(Date.now() - age),
      price: EVEN,
    }));
    await insertPoints(database.db, marketId, points);
    await fold();
    expect(await listPoints(database.db, marketId)).toEqual(points.slice(1, 2));
  });

  test('stops on request, and continues another time', async () => {
    const { marketId } = await aMarket(database.db);
    const points = aWalk({ points: 100, over: HOUR_MS });
    await insertPoints(database.db, marketId, points);
    let steps = 0;
    await foldPrices(database.db, { chunk: 10, isStopping: () => steps++ >= 3 });
    const [{ count } = { count: 0 }] = await rows(
      database.db,
      { count: col.number },
      sql`
        select count(*)::int as count from price_points p join price_folds f using (market_id)
        where p.market_id = ${marketId} and p.version <= f.version`,
    );
    expect(count).toBe(30);
    await fold(10);
    expect(await listCandles(database.db, marketId)).toEqual(candlesByHand(points, EVEN));
  });
});

describe('several processes', () => {
  let database: TestDatabase;
  let second: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    second = await openPatiently(database.url);
    await fundTheHouse(database.db);
  });
  afterAll(async () => {
    await second.close();
    await database.close();
  });

  test('together fold the same as one', async () => {
    const markets = await Promise.all(
      [1, 2, 3].map(async (seed) => {
        const { marketId } = await aMarket(database.db);
        const points = aWalk({ points: 500, over: 8 * HOUR_MS, seed });
        await insertPoints(database.db, marketId, points);
        return { marketId, points };
      }),
    );
    const done = await Promise.all(
      [database, second, database, second].map(({ db }) => foldPrices(db, { chunk: 20 })),
    );
    // A process that found the lock taken has stopped; a later round does the rest.
    const rest = await foldPrices(second.db, { chunk: 20 });
    expect([...done, rest].reduce((sum, { folded }) => sum + folded, 0)).toBe(1500);
    for (const { marketId, points } of markets)
      expect(await listCandles(database.db, marketId)).toEqual(candlesByHand(points, EVEN));
  });

  test('wait neither for each other nor for a locked market', async () => {
    const { marketId } = await aMarket(database.db);
    await insertPoints(database.db, marketId, aWalk({ points: 10, over: HOUR_MS }));
    await transaction(second.db, async (tx) => {
      await tx.execute(sql`select 1 from markets where id = ${marketId} for update`);
      expect((await foldPrices(database.db, { chunk: 100 })).folded).toBe(10);
    });
  });

  test('share the regular rounds', async () => {
    const { marketId } = await aMarket(database.db);
    const points = aWalk({ points: 50, over: HOUR_MS, seed: 5 });
    await insertPoints(database.db, marketId, points);
    const errors: unknown[] = [];
    const folders = [database, second].map((each) =>
      openPriceFolder({ database: each, onError: (error) => errors.push(error), everyMs: 100 }),
    );
    await expect.poll(() => listCandles(database.db, marketId)).toEqual(candlesByHand(points, EVEN));
    await Promise.all(folders.map((folder) => folder.stop()));
    expect(errors).toEqual([]);
  });
});
