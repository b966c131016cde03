import { gunzipSync } from 'node:zlib';
import type { WireAdminMarket } from '@tallystone/core/http-api';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { placeBet } from '../betting/place-bet.ts';
import { aBettingProcess, aBettor, aFeedMarket, aMarket, aQuotedBet } from '../betting/test-betting.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { aTestApp } from '../test-app.ts';
import { anAdmin, callAs } from './test-desk.ts';

let database: TestDatabase;
let app: App;
let call: ReturnType<typeof callAs>;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  call = callAs(app, await anAdmin(app, database.db));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const ask = (headers: Record<string, string> = {}) => call({ url: '/api/admin/markets', headers });
const list = async (): Promise<WireAdminMarket[]> => (await ask()).json();
const set = (id: string, change: ReturnType<typeof sql>) =>
  database.db.execute(sql`update markets set ${change} where id = ${id}`);

describe("the admin's list of markets", () => {
  test('holds what the house owes on each, the newest first', async () => {
    const betting = aBettingProcess(database.db);
    const bettor = await aBettor(database.db);
    const quiet = await aMarket(database.db, { title: 'Quiet' });
    const busy = await aMarket(database.db, { title: 'Busy' });
    for (const [outcome, amount] of [
      [0, 50],
      [0, 25],
      [1, 10],
    ] as const) {
      await placeBet(betting, await aQuotedBet(betting, { bettor, market: busy, outcome, amount }));
    }
    const [first, second] = await list();
    expect(first).toMatchObject({
      id: busy.marketId,
      title: 'Busy',
      state: 'open',
      archived: false,
      bets: 3,
      stakes: 85,
      lossBudget: 10_000,
    });
    // Two bets of about even odds on one outcome: about 150 to pay, 85 taken.
    expect(first?.worstCase).toBeGreaterThan(140);
    expect(first?.exposure).toBeCloseTo((first?.worstCase ?? 0) - 85, 6);
    expect(second).toMatchObject({ id: quiet.marketId, bets: 0, stakes: 0, exposure: 0, worstCase: 0 });
    expect(first).not.toHaveProperty('flag');
  });

  test('says what an admin should look at', async () => {
    const flagOf = async (id: string) => (await list()).find((market) => market.id === id)?.flag;
    const ended = await aMarket(database.db);
    await set(ended.marketId, sql`ends_at = now() - interval '1 minute'`);
    expect(await flagOf(ended.marketId)).toBe('It has ended and waits for its result.');
    await set(ended.marketId, sql`auto_resolve = true`);
    expect(await flagOf(ended.marketId)).toMatch(/as you asked to be reminded\.$/);
    await set(ended.marketId, sql`archived_at = now()`);
    expect(await flagOf(ended.marketId)).toBeUndefined();

    const feed = await aFeedMarket(database.db);
    expect(await flagOf(feed.marketId)).toBeUndefined();
    await set(feed.marketId, sql`priced_at = now() - interval '11 minutes'`);
    expect(await flagOf(feed.marketId)).toBe('The feed has not confirmed its odds for too long.');
    await set(feed.marketId, sql`priced_at = now(), state = 'suspended', feed_halt = 'stale'`);
    expect(await flagOf(feed.marketId)).toBe('The feed has not confirmed its odds for too long.');
    await set(feed.marketId, sql`feed_halt = 'canceled'`);
    expect(await flagOf(feed.marketId)).toBe('The game was canceled: its bets wait to be given back.');
  });

  test('shows archived markets as such and deleted ones not at all', async () => {
    const market = await aMarket(database.db);
    const find = async () => (await list()).find(({ id }) => id === market.marketId);
    await set(market.marketId, sql`archived_at = now()`);
    expect(await find()).toMatchObject({ archived: true, state: 'suspended', suspension: 'admin' });
    await set(market.marketId, sql`deleted_at = now()`);
    expect(await find()).toBeUndefined();
  });

  test('is not sent again to who holds it, and is compressed for who can read it', async () => {
    const whole = await ask();
    const { etag } = whole.headers;
    expect((await ask({ 'if-none-match': String(etag) })).statusCode).toBe(304);
    const packed = await ask({ 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(whole.body);
    await aMarket(database.db);
    expect((await ask({ 'if-none-match': String(etag) })).statusCode).toBe(200);
  });

  test('is quick with 10,000 markets and 100,000 bets', async () => {
    const market = (await list()).find(({ title }) => title === 'Busy');
    await database.db.execute(sql`
      insert into markets (id, title, description, category, subcategory, state, source, premium, ends_at, closes_at,
        loss_budget, funded, archived_at)
      select 'm_' || n, 'Question ' || n || ' of many that are asked', '', 'crypto', 'bitcoin', 'open', 'custom', true,
        now() + interval '1 day', now() + interval '1 day', 1000000000, 0, now()
      from generate_series(1, 10000) n`);
    await database.db.execute(sql`
      insert into outcomes (id, market_id, position, name, initial_probability)
      select 'o_' || n || '_' || p, 'm_' || n, p, 'Outcome ' || p, 0.5
      from generate_series(1, 10000) n, generate_series(0, 1) p`);
    for (let from = 1; from < 100_000; from += 10_000) {
      await database.db.execute(sql`
        with e as (
          insert into entries (kind, key)
          select 'bet', 'bet:many:' || n from generate_series(${from}::int, ${from + 9_999}::int) n
          returning id, key
        )
        insert into bets (id, user_id, market_id, outcome_id, stake, odds, payout, status, placed_at, closes_at,
          daily_stake_cap, market_version, entry_id, signed_text, signature, signed_hash, body_hash)
        select 'b_' || e.id, (select id from users limit 1), 'm_' || (e.id % 10000 + 1),
          'o_' || (e.id % 10000 + 1) || '_0', 1000000, 2000000, 2000000, 'confirmed', now(), now() + interval '1 day',
          1000000000, e.id, e.id, '', '', e.key::bytea, ''
        from e`);
    }
    await database.db.execute(sql`analyze`);
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const startedAt = performance.now();
      const answer = await ask({ 'accept-encoding': 'gzip' });
      times.push(performance.now() - startedAt);
      if (i === 0)
        expect(JSON.parse(gunzipSync(answer.rawPayload).toString()).length).toBeGreaterThan(10_000);
    }
    if (process.env.FIGURES) console.log(`10,000 markets: ${times.map(Math.round).join(', ')} ms`);
    expect(Math.min(...times)).toBeLessThan(3000);
    expect(market?.bets).toBe(3);
  }, 60_000);
});
