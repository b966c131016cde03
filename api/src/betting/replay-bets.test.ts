import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { placeBet } from './place-bet.ts';
import { replayBets } from './replay-bets.ts';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  moveFeedOdds,
  type TestBetting,
  type TestMarket,
  usdc,
} from './test-betting.ts';

let database: TestDatabase;
let betting: TestBetting;
let market: TestMarket;
let feedMarket: TestMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  betting = aBettingProcess(database.db);
  market = await aMarket(database.db);
  const bettor = await aBettor(database.db, { funds: usdc(100_000), cap: usdc(100_000) });
  for (let index = 0; index < 30; index++) {
    const amount = 1 + index * 20;
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, outcome: index % 2, amount }));
  }
  feedMarket = await aFeedMarket(database.db, { cap: usdc(500), odds: [2.1, 1.8] });
  await placeBet(betting, await aQuotedBet(betting, { bettor, market: feedMarket, amount: 100 }));
  await moveFeedOdds(database.db, feedMarket, [1.9, 2]);
  await placeBet(betting, await aQuotedBet(betting, { bettor, market: feedMarket, amount: 100 }));
  // Many at once, signed at odds that move under them.
  const { odds } = (await aQuotedBet(betting, { bettor, market, amount: 100 })).body;
  const outcomeId = market.outcomeIds[0] ?? '';
  await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      placeBet(betting, aBet(bettor, { ...market, outcomeId, amount: 100, odds })),
    ),
  );
});
afterAll(() => database.close());

/** What a replay says of books that were tampered with. Everything is undone afterwards. */
async function offencesAfter(tamper: ReturnType<typeof sql>): Promise<readonly string[]> {
  const undo = new Error('undo');
  let offences: readonly string[] = [];
  await database.db
    .transaction(async (tx) => {
      await tx.execute(sql`alter table bets disable trigger bets_are_history`);
      await tx.execute(sql`alter table feed_prices disable trigger feed_prices_are_history`);
      await tx.execute(sql`alter table bets drop constraint bets_payout`);
      await tx.execute(sql`alter table bets drop constraint bets_fresh_price`);
      await tx.execute(tamper);
      ({ offences } = await replayBets(tx));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return offences;
}

test('bets that were placed by the rules are placed again alike', async () => {
  const replay = await database.db.transaction((tx) => replayBets(tx));
  expect(replay.offences).toEqual([]);
  expect(replay.markets).toBe(2);
  expect(replay.bets).toBeGreaterThan(30);
  const inPages = await database.db.transaction((tx) => replayBets(tx, { pageBets: 4 }));
  expect(inPages).toEqual(replay);
});

test('a payout that is not stake times odds is found', async () => {
  const offences = await offencesAfter(
    sql`update bets set payout = payout + 10000 where market_id = ${market.marketId} and market_version = 7`,
  );
  expect(offences).toEqual([expect.stringContaining('stake times odds')]);
});

test('bets in another order than they were placed in are found', async () => {
  // The large ones of the storm before the small ones: their odds were not yet given.
  const offences = await offencesAfter(
    sql`update bets set market_version = 2000 - market_version where market_id = ${market.marketId}`,
  );
  expect(offences).toContainEqual(expect.stringContaining('was not acceptable'));
});

test('odds that nobody would have given are found', async () => {
  const offences = await offencesAfter(
    sql`update bets set odds = odds * 2, payout = payout * 2 where market_id = ${market.marketId} and market_version = 7`,
  );
  expect(offences).toContainEqual(expect.stringContaining('was not acceptable as bet of version 7'));
});

describe('on a market of the feed', () => {
  const onFeed = () => sql`market_id = ${feedMarket.marketId}`;

  test('odds that the feed gave only later are found', async () => {
    // It took the bet of version 2 at 2.10, from 1.90 before it.
    const offences = await offencesAfter(sql`
      update feed_prices set odds = '["1900000", "1800000"]' where ${onFeed()} and version = 1`);
    expect(offences).toEqual([expect.stringContaining('was not acceptable as bet of version 2')]);
  });

  test('odds that the feed gave no more are found', async () => {
    const offences = await offencesAfter(sql`
      update bets set odds = 2100000, payout = 210000000 where ${onFeed()} and market_version = 4`);
    expect(offences).toContainEqual(expect.stringContaining('was not acceptable as bet of version 4'));
  });

  test('bets without any odds of the feed are found', async () => {
    const offences = await offencesAfter(sql`delete from feed_prices where ${onFeed()}`);
    expect(offences).toHaveLength(2);
  });

  test('a price that was not fresh, or never told, is found', async () => {
    for (const pricedAt of [sql`placed_at - interval '11 minutes'`, sql`null`]) {
      expect(
        await offencesAfter(
          sql`update bets set priced_at = ${pricedAt} where ${onFeed()} and market_version = 2`,
        ),
      ).toEqual([expect.stringContaining('odds that were not fresh')]);
    }
  });

  test('a bet beyond the cap of the market is found', async () => {
    const offences = await offencesAfter(
      sql`update markets set loss_budget = 109999999, funded = 109999999 where id = ${feedMarket.marketId}`,
    );
    expect(offences).toContainEqual(expect.stringContaining('was not acceptable as bet of version 2'));
  });
});

test('a market that is not what its bets make of it is found', async () => {
  const offences = await offencesAfter(
    sql`update outcomes set open_returns = open_returns + 1 where market_id = ${market.marketId} and position = 1`,
  );
  expect(offences).toEqual([expect.stringContaining(`market ${market.marketId} is not what its`)]);
});
