import {
  aBet,
  aBettingProcess,
  aBettor,
  aMarket,
  aQuote,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from './place-bet.ts';
import { recentTrade } from './recent-trade.ts';

/** What the suggestion of the lowest odds depends on, and the suggestion itself, through the books. */

let database: TestDatabase;
let betting: TestBetting;
let bettor: TestBettor;
let market: TestMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db);
  bettor = await aBettor(database.db, { funds: usdc(100_000), cap: usdc(100_000) });
  market = await aMarket(database.db);
});
afterAll(() => database.close());

const bet = (outcome: number, amount: number) =>
  placeBet(
    betting,
    aBet(bettor, { ...market, outcomeId: market.outcomeIds[outcome] ?? '', amount, odds: 1.01 }),
  );

test('a market without bets has no trade, and its suggestion is a little below the odds', async () => {
  expect(await recentTrade(database.db, market.marketId)).toEqual({
    now: expect.any(Date),
    prices: [],
    bets: [],
    isBusy: false,
  });
  const { odds, minOdds = 0 } = await aQuote(betting, { bettor, market, amount: 10 });
  expect(odds).toBe(1.99);
  expect(minOdds).toBeGreaterThan(1.9);
  expect(minOdds).toBeLessThan(1.99);
});

test('bets come with their outcomes and payouts, and with the prices before and after them', async () => {
  const placed = [await bet(0, 500), await bet(1, 300), await bet(0, 200)];
  const { now, prices, bets, isBusy } = await recentTrade(database.db, market.marketId);
  expect(bets).toEqual(
    [0, 1, 0].map((outcome, i) => ({ outcome, payout: usdc(placed[i]?.totalReturn ?? 0) })),
  );
  expect(isBusy).toBe(false);
  expect(prices[0]).toEqual({ at: new Date(now.getTime() - 66_000), price: [500_000, 500_000] });
  expect(prices.length).toBeGreaterThan(1);
  expect(prices.at(-1)?.price[0]).toBeGreaterThan(500_000);
  const { odds, minOdds = 0 } = await aQuote(betting, { bettor, market, amount: 10 });
  expect(minOdds).toBeLessThan(odds - 0.05);
});

test('moves older than a minute do not count, and their last price is the price before the next move', async () => {
  const found = await undone(database.db, async (tx) => {
    await tx.execute(sql`update price_points set at = at - interval '2 minutes'`);
    const rested = await recentTrade(tx, market.marketId);
    const [{ price } = { price: [] }] = (await recentTrade(database.db, market.marketId)).prices.slice(-1);
    await tx.execute(sql`
      insert into price_points (market_id, version, at, price)
      values (${market.marketId}, 1000, clock_timestamp(), '{600000,400000}')`);
    return { rested, held: price, moved: await recentTrade(tx, market.marketId) };
  });
  expect(found.rested.prices).toEqual([]);
  expect(found.moved.prices.map(({ price }) => price)).toEqual([found.held, [600_000, 400_000]]);
});

test('a jump of the price while betting was suspended does not count, and a move since then does', async () => {
  const trade = await undone(database.db, async (tx) => {
    await tx.execute(sql`update price_points set at = at - interval '2 minutes'`);
    await tx.execute(sql`
      insert into price_points (market_id, version, at, price)
      values (${market.marketId}, 1000, clock_timestamp() - interval '10 seconds', '{200000,800000}'),
        (${market.marketId}, 1001, clock_timestamp() - interval '8 seconds', '{900000,100000}')`);
    const jumped = await recentTrade(tx, market.marketId);
    await tx.execute(sql`
      insert into market_halts (market_id, version, at)
      values (${market.marketId}, 1000, clock_timestamp() - interval '9 seconds')`);
    const halted = await recentTrade(tx, market.marketId);
    await tx.execute(sql`
      insert into price_points (market_id, version, at, price)
      values (${market.marketId}, 1002, clock_timestamp(), '{880000,120000}')`);
    return { jumped, halted, moved: await recentTrade(tx, market.marketId) };
  });
  const pricesOf = ({ prices }: { prices: readonly { price: readonly (number | null)[] }[] }) =>
    prices.map(({ price }) => price[0]);
  expect(pricesOf(trade.jumped).slice(-2)).toEqual([200_000, 900_000]);
  expect(pricesOf(trade.halted)).toEqual([900_000]);
  expect(pricesOf(trade.moved)).toEqual([900_000, 880_000]);
});

test('of changes within half a second the last one counts', async () => {
  const prices = await undone(database.db, async (tx) => {
    await tx.execute(sql`
      insert into price_points (market_id, version, at, price)
      select ${market.marketId}, 1000 + n, date_trunc('second', clock_timestamp()) - interval '5 seconds' + n * interval '100 milliseconds',
        array[500000 + n, 500000 - n]
      from generate_series(0, 9) n`);
    return (await recentTrade(tx, market.marketId)).prices.map(({ price }) => price[0]);
  });
  expect(prices).toEqual(expect.arrayContaining([500_004, 500_009]));
  expect(prices).not.toContain(500_003);
});

test('more than 40 bets a second make a market busy, and only the last 64 are listed', async () => {
  const trade = await undone(database.db, async (tx) => {
    const copies = (count: number) => sql`
      insert into bets (id, user_id, market_id, outcome_id, stake, odds, signed_odds, fill_rule, payout, status, placed_at,
        closes_at, daily_stake_cap, market_version, entry_id, signed_text, signature, signed_hash, body_hash)
      select 'b_copy' || n, user_id, market_id, outcome_id, stake, odds, signed_odds, fill_rule, payout, status,
        clock_timestamp(), closes_at, daily_stake_cap, 1000 + n, -n, signed_text, signature, signed_hash, body_hash
      from (select * from bets where market_id = ${market.marketId} limit 1) b, generate_series(1, ${count}::int) n`;
    await tx.execute(sql`update bets set placed_at = placed_at - interval '10 seconds'`);
    await tx.execute(copies(240));
    const before = await recentTrade(tx, market.marketId);
    await tx.execute(sql`update bets set placed_at = clock_timestamp()`);
    return { before, after: await recentTrade(tx, market.marketId) };
  });
  expect(trade.before.bets).toHaveLength(64);
  expect(trade.before.isBusy).toBe(false);
  expect(trade.after.isBusy).toBe(true);
});
