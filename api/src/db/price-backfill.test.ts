import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  aBettingProcess,
  aBettor,
  aCashOut,
  aFeedMarket,
  aMarket,
  fundTheHouse,
  moveFeedOdds,
  type TestBetting,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { listPoints, type TestPoint } from '@tallystone/testkit/betting/prices.ts';
import { betOn } from '@tallystone/testkit/betting/results.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cashOut } from '../betting/cash-out.ts';
import { quoteCashOut } from '../betting/quote-cash-out.ts';
import { col, rows } from './rows.ts';

/** The statements of migration 0007 that make prices for older data. */
const MIGRATION = readFileSync(join(import.meta.dirname, 'migrations/0007_price_history.sql'), 'utf8');
const BACKFILLS = MIGRATION.split('--> statement-breakpoint').filter((text) =>
  text.includes('INSERT INTO price_points'),
);

describe.each(movedEngines)('the prices of markets from before prices were stored, on %s', (_, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
    await database.db.execute(sql`create table backfilled (like price_points)`);
  });
  afterAll(() => database.close());

  /** The prices that the migration makes for a market, as if none had been stored. */
  async function backfilled({ marketId }: TestMarket): Promise<TestPoint[]> {
    await database.db.execute(sql`delete from backfilled`);
    for (const text of BACKFILLS) {
      await database.db.execute(sql.raw(text.replace('INSERT INTO price_points', 'INSERT INTO backfilled')));
    }
    const found = await rows(
      database.db,
      { version: col.text, at: col.text, price: col.list(col.number.orNull) },
      sql`
        select b.version::text, b.at, to_json(b.price) as price from backfilled b
        where b.market_id = ${marketId} order by b.version`,
    );
    return found.map(({ version, at, price }) => ({ version: Number(version), at: new Date(at), price }));
  }

  /** The last stored price of each minute. */
  async function lastOfMinutes({ marketId }: TestMarket): Promise<TestPoint[]> {
    const points = await listPoints(database.db, marketId);
    const minuteOf = ({ at }: TestPoint) => Math.floor(at.getTime() / 60_000);
    return points.filter((point, place) => {
      const next = points[place + 1];
      return next === undefined || minuteOf(next) !== minuteOf(point);
    });
  }

  test('are those that core computes from bets and cash-outs, minute by minute', async () => {
    const market = await aMarket(database.db, {
      outcomes: [
        { name: 'A', probability: 0.05 },
        { name: 'B', probability: 0.35 },
        { name: 'C', probability: 0.6 },
      ],
    });
    // Like all markets before prices were stored.
    await database.db.execute(sql`update markets set fill_rule = 1 where id = ${market.marketId}`);
    const untouched = await aMarket(database.db);
    const bettor = await aBettor(database.db, { funds: usdc(100_000), cap: usdc(100_000) });
    const placed = [];
    for (let bet = 0; bet < 12; bet += 1) {
      placed.push(await betOn(betting, { bettor, market, outcome: bet % 3, amount: 37 * (bet + 1) }));
      await database.advance(25_000);
    }
    for (const { id } of placed.slice(0, 3)) {
      const { amount } = await quoteCashOut(betting, { session: bettor.session, betId: id });
      await cashOut(betting, aCashOut(bettor, { betId: id, amount: amount ?? 0 }));
      await database.advance(40_000);
    }
    const expected = await lastOfMinutes(market);
    expect(expected.length).toBeGreaterThan(4);
    expect(await backfilled(market)).toEqual(expected);
    expect(await backfilled(untouched)).toEqual([]);
  });

  test('follow the odds on feed markets', async () => {
    const market = await aFeedMarket(database.db, { odds: [2.1, 1.8], pricedAt: database.now() });
    for (const odds of [
      [2.2, 1.7],
      [2.3, null],
      [null, null],
      [999.99, 1.01],
    ]) {
      await database.advance(45_000);
      await moveFeedOdds(database.db, market, odds);
    }
    expect(await backfilled(market)).toEqual(await lastOfMinutes(market));
  });

  test('are numbers even on the most uneven market', async () => {
    const market = await aMarket(database.db, {
      outcomes: [
        { name: 'A', probability: 0.99 },
        { name: 'B', probability: 0.01 },
      ],
      lossBudget: usdc(1000),
    });
    const bettor = await aBettor(database.db);
    await betOn(betting, { bettor, market, outcome: 1, amount: 5 });
    // More than any market owes: its exponential is not a number.
    await database.db.execute(sql`alter table bets disable trigger user`);
    await database.db.execute(sql`
      update bets set stake = 1000000000000, payout = odds * 1000000 where market_id = ${market.marketId}`);
    await database.db.execute(sql`alter table bets enable trigger user`);
    expect((await backfilled(market)).map(({ price }) => price)).toEqual([[0, 1_000_000]]);
  });
});
