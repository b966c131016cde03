import { gunzipSync } from 'node:zlib';
import type { BulkAction, WireAdminMarket } from '@tallystone/core/http-api/admin-markets';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  aQuotedBet,
  betOverHttp,
} from '@tallystone/testkit/betting/betting.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { anAdmin, bulkBody, callAs } from '@tallystone/testkit/server/desk.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { placeBet } from '../betting/place-bet.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { createAdminMarketList } from './list-admin-markets.ts';

let database: TestDatabase;
let app: App;
let admin: Awaited<ReturnType<typeof anAdmin>>;
let call: ReturnType<typeof callAs>;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  admin = await anAdmin(app, database.db);
  call = callAs(app, admin);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const ask = (headers: Record<string, string> = {}) => call({ url: '/api/admin/markets', headers });
/** The server's list, which receives changes. */
const served = async (id: string): Promise<WireAdminMarket | undefined> =>
  (await ask()).json<WireAdminMarket[]>().find((market) => market.id === id);
const parse = (bytes: Uint8Array): WireAdminMarket[] => JSON.parse(Buffer.from(bytes).toString());
/** Read again from the database. */
const list = async () => {
  const fresh = createAdminMarketList({ db: database.db, now: () => new Date() });
  return parse((await fresh.read()).plain);
};
/** Changes a market without announcing it. */
const set = (id: string, change: ReturnType<typeof sql>) =>
  database.db.execute(sql`update markets set ${change} where id = ${id}`);

describe("the admin's list of markets", () => {
  test('has what the house owes on each, newest first', async () => {
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
    // Two bets at about even odds on one outcome: about 150 to pay, 85 received.
    expect(first?.worstCase).toBeGreaterThan(140);
    expect(first?.exposure).toBeCloseTo((first?.worstCase ?? 0) - 85, 6);
    expect(second).toMatchObject({ id: quiet.marketId, bets: 0, stakes: 0, exposure: 0, worstCase: 0 });
    expect(first).not.toHaveProperty('flag');
  });

  test('warns about markets that need attention', async () => {
    const flagOf = async (id: string) => (await list()).find((market) => market.id === id)?.flag;
    const ended = await aMarket(database.db);
    await set(ended.marketId, sql`closes_at = now() - interval '1 minute'`);
    expect(await flagOf(ended.marketId)).toBe('It has ended and needs a result.');
    await set(ended.marketId, sql`auto_resolve = true`);
    expect(await flagOf(ended.marketId)).toMatch(/You asked to be reminded\.$/);
    await set(ended.marketId, sql`closes_at = now() - interval '48 hours'`);
    expect(await flagOf(ended.marketId)).toMatch(/^Betting closed more than 48 hours ago/);
    await set(ended.marketId, sql`state = 'closed', review = 'objected'`);
    expect(await flagOf(ended.marketId)).toMatch(/^A guardian objected/);
    await set(ended.marketId, sql`review = null, state = 'resolving'`);
    expect(await flagOf(ended.marketId)).toBeUndefined();
    await set(ended.marketId, sql`review = 'rehearsal-differs'`);
    expect(await flagOf(ended.marketId)).toMatch(/^The payouts differ from what was approved/);
    await set(ended.marketId, sql`state = 'void', ended_at = now()`);
    expect(await flagOf(ended.marketId)).toBeUndefined();
    const away = await aMarket(database.db);
    await set(away.marketId, sql`closes_at = now() - interval '49 hours', archived_at = now()`);
    expect(await flagOf(away.marketId)).toBeUndefined();

    const feed = await aFeedMarket(database.db);
    expect(await flagOf(feed.marketId)).toBeUndefined();
    await set(feed.marketId, sql`priced_at = now() - interval '11 minutes'`);
    expect(await flagOf(feed.marketId)).toBe('The feed has not confirmed its odds for too long.');
    await set(feed.marketId, sql`priced_at = now(), state = 'suspended', feed_halt = 'stale'`);
    expect(await flagOf(feed.marketId)).toBe('The feed has not confirmed its odds for too long.');
    await set(feed.marketId, sql`feed_halt = 'canceled'`);
    expect(await flagOf(feed.marketId)).toBe('The game was canceled.');
  });

  test('mentions refunds only if there are bets', async () => {
    const betting = aBettingProcess(database.db);
    const feed = await aFeedMarket(database.db);
    const bettor = await aBettor(database.db);
    await placeBet(betting, await aQuotedBet(betting, { bettor, market: feed, outcome: 0, amount: 10 }));
    await set(feed.marketId, sql`state = 'suspended', feed_halt = 'canceled'`);
    expect((await list()).find(({ id }) => id === feed.marketId)?.flag).toBe(
      'The game was canceled: its bets are waiting to be refunded.',
    );
  });

  test('owes nothing on ended markets, and keeps their stakes', async () => {
    const betting = aBettingProcess(database.db);
    const market = await aMarket(database.db);
    const bettor = await aBettor(database.db);
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, outcome: 0, amount: 10 }));
    const find = async () => (await list()).find(({ id }) => id === market.marketId);
    await set(market.marketId, sql`state = 'closed'`);
    await set(market.marketId, sql`state = 'resolving'`);
    expect(await find()).toMatchObject({ state: 'resolving', stakes: 10, exposure: expect.closeTo(9.9, 0) });
    await set(
      market.marketId,
      sql`state = 'settled', won_outcome_id = ${market.outcomeIds[1]}, settled_through = 9, ended_at = now()`,
    );
    expect(await find()).toMatchObject({
      state: 'settled',
      wonOutcomeId: market.outcomeIds[1],
      stakes: 10,
      exposure: 0,
      worstCase: 0,
    });
  });

  test('shows archived markets as such and deleted ones not at all', async () => {
    const market = await aMarket(database.db);
    const find = async () => (await list()).find(({ id }) => id === market.marketId);
    await set(market.marketId, sql`archived_at = now()`);
    expect(await find()).toMatchObject({ archived: true, state: 'suspended', suspension: 'admin' });
    await set(market.marketId, sql`deleted_at = now()`);
    expect(await find()).toBeUndefined();
  });

  test('updates warnings as time passes', async () => {
    const openedAt = Date.now();
    let now = new Date(openedAt);
    const after = (ms: number) => {
      now = new Date(openedAt + ms);
    };
    const kept = createAdminMarketList({ db: database.db, now: () => now });
    const flagOf = async (id: string) =>
      parse((await kept.read()).plain).find((market) => market.id === id)?.flag;
    const ending = await aMarket(database.db, { endsAt: new Date(openedAt + 60_000) });
    const feed = await aFeedMarket(database.db);
    const confirm = (ms: number) =>
      set(feed.marketId, sql`priced_at = ${new Date(openedAt + ms).toISOString()}::timestamptz`);
    await confirm(0);
    expect([await flagOf(ending.marketId), await flagOf(feed.marketId)]).toEqual([undefined, undefined]);
    after(59_999);
    const before = await kept.read();
    expect(await flagOf(ending.marketId)).toBeUndefined();
    after(60_000);
    expect(await flagOf(ending.marketId)).toBe('It has ended and needs a result.');
    expect((await kept.read()).etag).not.toBe(before.etag);
    after(60_000 + 48 * 3_600_000 - 1);
    expect(await flagOf(ending.marketId)).toBe('It has ended and needs a result.');
    after(60_000 + 48 * 3_600_000);
    expect(await flagOf(ending.marketId)).toMatch(/^Betting closed more than 48 hours ago/);
    await set(ending.marketId, sql`archived_at = now()`);
    await confirm(0);
    kept.markAllStale();

    after(600_000);
    expect(await flagOf(feed.marketId)).toBeUndefined();
    after(600_001);
    expect(await flagOf(feed.marketId)).toBe('The feed has not confirmed its odds for too long.');
    await confirm(600_001);
    after(630_001);
    expect(await flagOf(feed.marketId)).toBeUndefined();
    // Confirmed in between, which isn't announced either.
    await confirm(900_000);
    after(1_300_000);
    expect(await flagOf(feed.marketId)).toBeUndefined();
    await set(feed.marketId, sql`deleted_at = now(), archived_at = now()`);
  });

  test('shows an admin’s action as soon as it is answered, whatever was being read at the time', async () => {
    const { marketId } = await aMarket(database.db, { title: 'To and fro' });
    await expect.poll(() => served(marketId)).toBeDefined();
    const bulk = async (action: BulkAction) =>
      call({
        method: 'POST',
        url: '/api/admin/markets/bulk',
        payload: await bulkBody({ app, db: database.db, admin }, { ids: [marketId], action }),
      });
    let isOver = false;
    const reading = Promise.all(
      [0, 1, 2].map(async () => {
        while (!isOver) {
          await ask();
          // An answer from memory would leave the database no time.
          await new Promise(setImmediate);
        }
      }),
    );
    for (let i = 0; i < 20; i++) {
      const action = i % 2 === 0 ? 'disable' : 'enable';
      expect((await bulk(action)).json().done).toEqual([marketId]);
      expect((await served(marketId))?.state).toBe(action === 'disable' ? 'suspended' : 'open');
    }
    await bulk('archive');
    expect(await served(marketId)).toMatchObject({ archived: true });
    await bulk('delete');
    expect(await served(marketId)).toBeUndefined();
    isOver = true;
    await reading;
  });

  test('shows local creations, imports and bets in the next request', async () => {
    const csv = 'type,category,title,outcomes\ncrypto,all,By a file,A|B\n';
    await call({ method: 'POST', url: '/api/admin/import-csv', payload: { csv } });
    const [first] = (await ask()).json<WireAdminMarket[]>();
    expect(first?.title).toBe('By a file');
    const { marketId, outcomeIds } = await aMarket(database.db, { title: 'Bet on' });
    await expect.poll(() => served(marketId)).toBeDefined();
    const wallet = anEvmWallet();
    const { headers } = await signInWith(app, wallet);
    for (let bets = 1; bets <= 5; bets++) {
      const market = { marketId, outcomeIds };
      expect((await betOverHttp(app, { wallet, headers, market, amount: 5 })).statusCode).toBe(200);
      expect(await served(marketId)).toMatchObject({ bets, stakes: 5 * bets });
    }
  });

  test('receives other processes’ changes', async () => {
    const second = await openPatiently(database.url);
    const { marketId } = await aMarket(second.db, { title: 'Made elsewhere' });
    await expect.poll(() => served(marketId)).toMatchObject({ archived: false });
    await set(marketId, sql`archived_at = now(), version = version + 1`);
    await announceMarketChange(second.db, marketId);
    await expect.poll(() => served(marketId)).toMatchObject({ archived: true });
    await set(marketId, sql`deleted_at = now(), version = version + 1`);
    await announceMarketChange(second.db, marketId);
    await expect.poll(() => served(marketId)).toBeUndefined();
    await second.close();
  });

  test('isn’t resent to a client that has it, and is compressed for clients that support it', async () => {
    const { marketId } = await aMarket(database.db);
    await expect.poll(() => served(marketId)).toBeDefined();
    const whole = await ask();
    const { etag } = whole.headers;
    expect((await ask({ 'if-none-match': String(etag) })).statusCode).toBe(304);
    const packed = await ask({ 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(whole.body);
    const another = await aMarket(database.db);
    await expect.poll(() => served(another.marketId)).toBeDefined();
    expect((await ask({ 'if-none-match': String(etag) })).statusCode).toBe(200);
  });
});
