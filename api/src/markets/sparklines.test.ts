import { aMarket, fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import { insertPoints } from '@tallystone/testkit/betting/prices.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldPrices } from './fold-prices.ts';
import { createSparklines, readSparklines } from './sparklines.ts';

const HOUR_MS = 3_600_000;

describe.each(movedEngines)('sparklines on %s', (_, open) => {
  let database: MovedDatabase;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
  });
  afterAll(() => database.close());

  /** A market opened two days ago at 50:50, and its changes by hours before now. */
  async function aMovedMarket(changes: readonly { hoursAgo: number; first: number }[]) {
    const { marketId, outcomeIds } = await aMarket(database.db);
    await database.db.execute(sql`
      update markets set created_at = clock_timestamp() - interval '2 days' where id = ${marketId}`);
    const points = changes.map(({ hoursAgo, first }, place) => ({
      version: place + 2,
      at: new Date(database.now().getTime() - hoursAgo * HOUR_MS),
      price: [first * 1000, 1_000_000 - first * 1000],
    }));
    await insertPoints(database.db, marketId, points);
    await foldPrices(database.db, { chunk: 1000 });
    return { marketId, outcomeIds };
  }
  const lineOf = async (marketId: string) =>
    (await readSparklines(database.db, database.now())).markets.find(({ id }) => id === marketId);

  test('begin with the price before the day, and keep it until it changes', async () => {
    const { marketId, outcomeIds } = await aMovedMarket([
      { hoursAgo: 30, first: 520 },
      { hoursAgo: 10, first: 640 },
      { hoursAgo: 2, first: 700 },
    ]);
    const line = await lineOf(marketId);
    expect(line?.outcomeId).toBe(outcomeIds[0]);
    expect(line?.points).toHaveLength(25);
    expect(line?.points[0]).toBe(520);
    expect(line?.points.filter((point) => point === 640)).toHaveLength(8);
    expect(line?.points.at(-1)).toBe(700);
  });

  test('follow the outcome that leads now', async () => {
    const { marketId, outcomeIds } = await aMovedMarket([{ hoursAgo: 3, first: 300 }]);
    const line = await lineOf(marketId);
    expect(line?.outcomeId).toBe(outcomeIds[1]);
    expect([line?.points[0], line?.points.at(-1)]).toEqual([500, 700]);
  });

  test('leave out markets that did not move, and those that are not listed', async () => {
    const still = await aMarket(database.db);
    const moved = await aMovedMarket([{ hoursAgo: 1, first: 600 }]);
    expect(await lineOf(still.marketId)).toBeUndefined();
    expect(await lineOf(moved.marketId)).toBeDefined();
    await database.db.execute(
      sql`update markets set archived_at = clock_timestamp() where id = ${moved.marketId}`,
    );
    expect(await lineOf(moved.marketId)).toBeUndefined();
  });

  test('are read once a minute for all callers', async () => {
    let now = database.now();
    const read = createSparklines({ db: database.db, now: () => now });
    const [first, again] = await Promise.all([read(), read()]);
    expect(again).toBe(first);
    now = new Date(now.getTime() + 59_999);
    expect(await read()).toBe(first);
    now = new Date(now.getTime() + 1);
    expect(await read()).not.toBe(first);
  });
});
