import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  fundTheHouse,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { insertPoints } from '@tallystone/testkit/betting/prices.ts';
import { betOn } from '@tallystone/testkit/betting/results.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { col, value } from '../db/rows.ts';
import { foldPrices } from './fold-prices.ts';
import { getMarket } from './get-market.ts';
import { createSparklines, readSparklines, stakesAfter } from './sparklines.ts';

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
  const dayOf = async (marketId: string, now = database.now()) =>
    (await readSparklines(database.db, now)).markets.find(({ id }) => id === marketId);
  const lineOf = async (marketId: string) => (await dayOf(marketId))?.line;

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
    expect(await dayOf(still.marketId)).toBeUndefined();
    expect(await lineOf(moved.marketId)).toBeDefined();
    await database.db.execute(
      sql`update markets set archived_at = clock_timestamp() where id = ${moved.marketId}`,
    );
    expect(await dayOf(moved.marketId)).toBeUndefined();
  });

  describe('the stakes of the day', () => {
    const endsAt = new Date(Date.now() + 90 * HOUR_MS);
    const bet = async (market: TestMarket, amount: number) => {
      const bettor = await aBettor(database.db);
      return betOn(aBettingProcess(database.db, database), { bettor, market, amount });
    };
    const placedAt = async (betId: string) =>
      value(database.db, col.date, sql`select placed_at from bets where id = ${betId}`);

    test('are those of all bets, as in the volume of the market', async () => {
      const market = await aMarket(database.db, { endsAt });
      await bet(market, 12.5);
      await bet(market, 7.25);
      expect((await dayOf(market.marketId))?.volume24h).toBe(19.75);
      expect((await getMarket(database.db, market.marketId))?.volume).toBe(19.75);
    });

    test('leave out a bet once it is 24 hours old', async () => {
      const market = await aMarket(database.db, { endsAt });
      const { id } = await bet(market, 5);
      const day = (await placedAt(id)).getTime() + 24 * HOUR_MS;
      expect((await dayOf(market.marketId, new Date(day - 1000)))?.volume24h).toBe(5);
      expect((await dayOf(market.marketId, new Date(day + 60_000)))?.volume24h).toBeUndefined();
    });

    test('come without a line if the price did not change', async () => {
      const market = await aFeedMarket(database.db);
      await bet(market, 3);
      expect(await dayOf(market.marketId)).toEqual({ id: market.marketId, volume24h: 3 });
    });

    test('are absent for a market without bets', async () => {
      const { marketId } = await aMovedMarket([{ hoursAgo: 1, first: 600 }]);
      expect(await dayOf(marketId)).not.toHaveProperty('volume24h');
    });

    test('are found by the time of the bets, not by reading all of them', async () => {
      const plan = await undone(database.db, async (tx) => {
        // A handful of bets is read faster without an index, and the whole of a small one faster than part of the bets.
        await tx.execute(sql`set local enable_seqscan = off`);
        await tx.execute(sql`drop index bets_day`);
        return tx.execute(sql`explain ${stakesAfter(database.now())}`);
      });
      expect(JSON.stringify(plan)).toContain('bets_moments');
    });
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
