import type { WireExposureLine } from '@tallystone/core/http-api/admin-risk';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { aCombo } from '@tallystone/testkit/betting/combos.ts';
import { aFeedBet, sellBack } from '@tallystone/testkit/betting/settling.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeCombo } from '../combos/place-combo.ts';
import type { Db } from '../db/db.ts';
import { exposure } from './exposure.ts';

let database: TestDatabase;
let db: Db;
let betting: TestBetting;
let bettor: TestBettor;
let winner: TestMarket & { gameId: string };
let totals: TestMarket;
let running: TestMarket;
let own: TestMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  await fundTheHouse(db);
  betting = aBettingProcess(db);
  bettor = await aBettor(db);
  const teams = 'Arsenal - Chelsea';
  winner = await aFeedMarket(db, { title: teams, odds: [2, 3], gameCap: usdc(1000) });
  totals = await aFeedMarket(db, { title: teams, gameId: winner.gameId, odds: [1.9, 1.9] });
  running = await aFeedMarket(db, { title: teams, gameId: 'in-play:1', odds: [5, 1.2], gameCap: usdc(300) });
  const legs = [
    { market: await aFeedMarket(db, { title: 'Real - Atletico', odds: [2, 2] }) },
    { market: await aFeedMarket(db, { title: 'Porto - Braga', odds: [2, 2] }) },
  ];
  own = await aMarket(db, { category: 'politics', subcategory: 'elections', title: 'Will it pass?' });
  // 10 at 2 and 30 at 3: the second outcome costs 90 - 40.
  await aFeedBet(betting, { bettor, market: winner, odds: 2, amount: 10 });
  await aFeedBet(betting, { bettor, market: winner, outcome: 1, odds: 3, amount: 30 });
  // 20 at 1.9 costs 18; one that was sold for its stake costs nothing.
  await aFeedBet(betting, { bettor, market: totals, odds: 1.9, amount: 20 });
  const sold = await aFeedBet(betting, { bettor, market: totals, odds: 1.9, amount: 10 });
  await sellBack(db, { market: totals, bet: sold, amount: usdc(10) });
  // 25 at 5 costs 100.
  await aFeedBet(betting, { bettor, market: running, odds: 5, amount: 25 });
  await placeCombo(betting, aCombo(bettor, { legs, amount: 5, odds: 4 }));
  await db.execute(sql`update markets set market_group = 'total' where id = ${totals.marketId}`);
  await db.execute(sql`
    update games set in_play_of = ${winner.gameId}, delay_seconds = 8 where id = 'in-play:1'`);
  await db.execute(sql`
    update markets set closes_at = '2030-01-02T00:00:00Z', ends_at = '2030-01-02T00:00:00Z'
    where id in (${winner.marketId}, ${totals.marketId})`);
  await db.execute(sql`
    update markets set closes_at = '2030-01-01T23:59:59Z', ends_at = '2030-01-01T23:59:59Z'
    where id = ${running.marketId}`);
  // 100 at odds of 3 on one outcome.
  await db.execute(sql`
    update markets set received = 100000000, open_stakes = 100000000, staked = 100000000,
      closes_at = '2030-01-02T12:00:00Z', ends_at = '2030-01-02T12:00:00Z' where id = ${own.marketId}`);
  await db.execute(sql`update outcomes set open_returns = 300000000 where id = ${own.outcomeIds[0] ?? ''}`);
});
afterAll(() => database.close());

const linesBy = async (grouping: 'game' | 'league' | 'day' | 'type'): Promise<WireExposureLine[]> =>
  (await exposure(db)).exposure[grouping].lines;

describe('the exposure', () => {
  test('of a game sums its markets and has its cap; the game in play and a market of our own are lines of their own', async () => {
    expect(await linesBy('game')).toEqual<WireExposureLine[]>([
      {
        ...{ marketId: own.marketId, title: 'Will it pass?' },
        ...{ openStakes: 100, worstCase: 200, bets: 0, markets: 1, cap: 10_000 },
      },
      {
        ...{ gameId: winner.gameId, title: 'Arsenal vs Chelsea', inPlay: true },
        ...{ openStakes: 25, worstCase: 100, bets: 1, markets: 1, cap: 300 },
      },
      {
        ...{ gameId: winner.gameId, title: 'Arsenal vs Chelsea' },
        ...{ openStakes: 60, worstCase: 68, bets: 3, markets: 2, cap: 1000 },
      },
    ]);
  });

  test('of a game has what its ended markets have left of its cap', async () => {
    const lines = await undone(db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        update markets set state = 'settled', won_outcome_id = ${totals.outcomeIds[0] ?? ''}, ended_at = now()
        where id = ${totals.marketId}`);
      return (await exposure(tx)).exposure.game.lines;
    });
    // Its winners get 38 for stakes of 20.
    expect(lines.at(-1)).toEqual({
      ...{ gameId: winner.gameId, title: 'Arsenal vs Chelsea' },
      ...{ openStakes: 40, worstCase: 50, bets: 2, markets: 1, cap: 982 },
    });
  });

  test('is the same in leagues, on the days when betting ends, and in types', async () => {
    expect(await linesBy('league')).toEqual<WireExposureLine[]>([
      { category: 'politics', openStakes: 100, worstCase: 200, bets: 0, markets: 1 },
      {
        ...{ league: 'Premier League, England', subcategory: 'soccer' },
        ...{ openStakes: 85, worstCase: 168, bets: 4, markets: 3 },
      },
    ]);
    expect(await linesBy('day')).toEqual<WireExposureLine[]>([
      { day: '2030-01-02', openStakes: 160, worstCase: 268, bets: 3, markets: 3 },
      { day: '2030-01-01', openStakes: 25, worstCase: 100, bets: 1, markets: 1 },
    ]);
    expect(await linesBy('type')).toEqual<WireExposureLine[]>([
      { category: 'politics', openStakes: 100, worstCase: 200, bets: 0, markets: 1 },
      { group: 'result', openStakes: 65, worstCase: 150, bets: 3, markets: 2 },
      { group: 'total', openStakes: 20, worstCase: 18, bets: 1, markets: 1 },
    ]);
    expect((await exposure(db)).exposure.total).toEqual({
      ...{ openStakes: 185, worstCase: 368, bets: 4, markets: 4 },
    });
  });

  test('of combos is what the house has added to them, of their budget, and in no group', async () => {
    expect((await exposure(db)).exposure.combos).toEqual({
      ...{ openStakes: 5, worstCase: 15, bets: 1, cap: 50_000 },
    });
  });

  test('includes a market whose only bets are pending, at what they may cost', async () => {
    const pending = await aFeedMarket(db, { title: 'Pending - Bets', odds: [3, 3] });
    await db.execute(sql`
      update outcomes set pending_returns = 30000000, pending_stakes = 10000000
      where id = ${pending.outcomeIds[0] ?? ''}`);
    expect(await linesBy('game')).toContainEqual(
      expect.objectContaining({ title: 'Pending vs Bets', openStakes: 0, worstCase: 20, bets: 0 }),
    );
    await db.execute(sql`update outcomes set pending_returns = 0, pending_stakes = 0`);
  });

  test('has the largest 200 groups and says how many more there are', async () => {
    for (let i = 0; i < 200; i += 1) {
      const { marketId } = await aFeedMarket(db, { title: `Home ${i} - Away` });
      await db.execute(sql`
        update markets set staked = 1, funded = loss_budget, open_stakes = 1 where id = ${marketId}`);
    }
    const { game, league, total } = (await exposure(db)).exposure;
    expect([game.lines.length, game.left]).toEqual([200, 3]);
    expect([league.lines.length, league.left]).toEqual([2, 0]);
    expect(total.markets).toBe(204);
  });
});
