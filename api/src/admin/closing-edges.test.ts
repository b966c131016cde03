import {
  aBettor,
  aFeedMarket,
  fundTheHouse,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../db/db.ts';
import { closingEdges } from './closing-edges.ts';
import { listUsers } from './stored-user.ts';

const NOW = new Date();
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const GAMES = 10;

let database: TestDatabase;
let db: Db;
let games: (TestMarket & { gameId: string })[];
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  await fundTheHouse(db);
  games = [];
  for (let i = 0; i < GAMES; i += 1) games.push(await aClosedGame());
});
afterAll(() => database.close());

/** Betting closed half an hour ago. The fair odds at the close were 2. */
async function aClosedGame(): Promise<TestMarket & { gameId: string }> {
  const market = await aFeedMarket(db, { odds: [2.2, 1.7], pricedAt: ago(60) });
  await db.execute(sql`
    insert into feed_prices (market_id, version, at, odds) values
      (${market.marketId}, 100, ${ago(40).toISOString()}, '["1900000","1900000"]'),
      (${market.marketId}, 101, ${ago(35).toISOString()}, '["1900000",null]'),
      (${market.marketId}, 102, ${ago(10).toISOString()}, '["5000000","1100000"]')`);
  await db.execute(sql`
    update markets set closes_at = ${ago(30).toISOString()}, version = 102 where id = ${market.marketId}`);
  return market;
}

let written = 0;
/** Inserts a bet for the figures only. */
async function aBetOf(
  userId: string,
  { marketId, outcomeIds }: TestMarket,
  { odds, placedAt = ago(50) }: { odds: number; placedAt?: Date },
): Promise<void> {
  written += 1;
  await db.execute(sql`
    with e as (insert into entries (kind, key) values ('bet', ${`closing:${written}`}) returning id)
    insert into bets (id, user_id, market_id, outcome_id, stake, odds, payout, status, placed_at, closes_at, priced_at,
      daily_stake_cap, market_version, entry_id, signed_text, signature, signed_hash, body_hash)
    select ${`b_${written}`}, ${userId}, ${marketId}, ${outcomeIds[0] ?? ''}, 1000000, ${String(usdc(odds))}::bigint,
      ${String(usdc(odds))}::bigint, 'confirmed', ${placedAt.toISOString()}, ${NOW.toISOString()}, ${placedAt.toISOString()}, 0,
      ${1000 + written}, e.id, '', '', '', ''
    from e`);
}

/** A user with bets on so many games at each of the odds. */
async function aUser({
  on = games,
  odds = [2.2, 2],
  placedAt,
}: {
  on?: readonly TestMarket[];
  odds?: readonly number[];
  placedAt?: Date;
} = {}): Promise<string> {
  const { userId } = (await aBettor(db)).session;
  for (const market of on)
    for (const each of odds) await aBetOf(userId, market, { odds: each, ...(placedAt && { placedAt }) });
  return userId;
}

const edgeOf = async (userId: string) =>
  (await closingEdges(db, { now: NOW, among: sql`select ${userId}::text` })).get(userId);

describe('the edge over the closing price', () => {
  test('compares with the last whole price before the close', async () => {
    // 2.2 and 2.0 over fair odds of 2: edges of 0.1 and 0 on each game.
    expect(await edgeOf(await aUser())).toEqual({
      ...{ bets: 20, games: 10, beats: true },
      mean: expect.closeTo(0.05, 9),
      standardError: expect.closeTo(0, 9),
    });
    expect(await edgeOf(await aUser({ odds: [1.9, 1.8] }))).toMatchObject({
      ...{ bets: 20, mean: expect.closeTo(-0.075, 9), beats: false },
    });
  });

  test('counts only games whose betting has closed, and only bets of the last 90 days', async () => {
    const open = await aClosedGame();
    const later = new Date(NOW.getTime() + 60_000).toISOString();
    await db.execute(sql`update markets set closes_at = ${later} where id = ${open.marketId}`);
    expect(await edgeOf(await aUser({ on: [...games, open] }))).toMatchObject({ bets: 20, games: 10 });
    expect(await edgeOf(await aUser({ placedAt: ago(91 * 24 * 60) }))).toBeUndefined();
    expect(await edgeOf(await aUser({ placedAt: ago(89 * 24 * 60) }))).toMatchObject({ bets: 20 });
  });

  test('leaves out games in play and late bets', async () => {
    const running = await aClosedGame();
    await db.execute(sql`
      update games set in_play_of = ${games[0]?.gameId ?? ''}, delay_seconds = 8 where id = ${running.gameId}`);
    const late = await aClosedGame();
    await db.execute(sql`
      update markets set late_from = ${ago(45).toISOString()} where id = ${late.marketId}`);
    const userId = await aUser({ on: [...games, running] });
    await aBetOf(userId, late, { odds: 9, placedAt: ago(44) });
    expect(await edgeOf(userId)).toMatchObject({ bets: 20, games: 10, mean: expect.closeTo(0.05, 9) });
    // The game began at a price of 2.2 and 1.7: fair odds of 2.2 * (1 / 2.2 + 1 / 1.7) = 2.294118.
    await aBetOf(userId, late, { odds: 2.2, placedAt: ago(46) });
    const edge = await edgeOf(userId);
    expect(edge).toMatchObject({ bets: 21, games: 11 });
    expect((edge?.mean ?? 0) * 21).toBeCloseTo(1 + 2.2 / 2.294118 - 1, 5);
  });

  test('leaves out simulated traders', async () => {
    const userId = await aUser();
    expect(await edgeOf(userId)).toBeDefined();
    await db.execute(sql`update users set simulated = true where id = ${userId}`);
    expect(await edgeOf(userId)).toBeUndefined();
    expect((await closingEdges(db, { now: NOW, among: null })).has(userId)).toBe(false);
  });

  test('is with each user in the list, which can be those alone who beat the closing price', async () => {
    await db.execute(sql`update users set simulated = true`);
    const good = await aUser();
    const better = await aUser({ odds: [2.3, 2.2] });
    const bad = await aUser({ odds: [1.9, 1.8] });
    const few = await aUser({ on: games.slice(0, 2) });
    const list = (query: { closing?: 'beaten'; search?: string; before?: string } = {}) =>
      listUsers(db, { mode: 'demo', now: NOW, ...query });
    const all = await list();
    const closingOf = (id: string) => all.find((user) => user.id === id)?.closing;
    expect(closingOf(good)).toMatchObject({ bets: 20, games: 10, beats: true });
    expect(closingOf(bad)).toMatchObject({ bets: 20, beats: false });
    expect(closingOf(few)).toBeUndefined();
    expect((await list({ closing: 'beaten' })).map(({ id }) => id)).toEqual([better, good]);
    const address = all.find(({ id }) => id === good)?.publicKey ?? '';
    expect((await list({ closing: 'beaten', search: address })).map(({ id }) => id)).toEqual([good]);
    expect(await list({ closing: 'beaten', before: better })).toEqual([]);
  });
});
