import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';
import type { MarketNews } from '@tallystone/core/http-api/stream';
import {
  aBettor,
  aMarket,
  betOverHttp,
  fundTheHouse,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { decideEnd, endBetting, payAll, wonBy } from '@tallystone/testkit/betting/settling.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anAdmin } from '@tallystone/testkit/server/desk.ts';
import { listen, openReader, type TestReader } from '@tallystone/testkit/server/stream-reader.ts';
import { aTestApp, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { App } from '../app.ts';
import { endEpochs, epochAfter, pinned } from '../db/epochs.ts';
import type { Database } from '../db/open-database.ts';
import { col, rows, value } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { announceMarketChange } from '../markets/market-changes.ts';
import { NO_METERS } from '../meters/meters.ts';
import { positionNow } from './position.ts';

/** The readers of one test, closed after it. */
const open: TestReader[] = [];
async function aReader(url: string, asked: Parameters<typeof openReader>[1] = {}): Promise<TestReader> {
  const reader = await openReader(url, asked);
  open.push(reader);
  return reader;
}
/** A reader that knows all earlier events. */
async function aWelcomedReader(url: string, asked: Parameters<typeof openReader>[1] = {}) {
  const reader = await aReader(url, asked);
  await expect.poll(() => reader.received('beat').length).toBeGreaterThan(0);
  return reader;
}
afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
});

/** A position after every change so far. */
async function positionPastAll({ db }: Database): Promise<string> {
  await endEpochs(db);
  return value(db, col.text, sql`select ${positionNow}`);
}

async function marketOf({ http }: App, marketId: string): Promise<WireMarket> {
  return (await http.inject(`/api/markets/${marketId}`)).json<WireMarket>();
}

/** The event that the stream should publish for a market with these values in the API. */
function newsOf(market: WireMarket): Omit<MarketNews, 'listed'> {
  const { id, version, state, volume, endsAt, closesAt, settlesBy, outcomes } = market;
  const moving = { id, version, state, volume, endsAt, closesAt, settlesBy };
  return {
    ...moving,
    outcomes: outcomes.map(({ odds, probability, maxAtOdds }) => [odds, probability, maxAtOdds]),
    ...(market.wonOutcomeId !== undefined && { wonOutcomeId: market.wonOutcomeId }),
    ...(market.suspension !== undefined && { suspension: market.suspension }),
  };
}

const limitsOf = async ({ http }: App, { headers }: SignedIn) =>
  (await http.inject({ url: '/api/user/limits', headers })).json<WireLimits>();

describe.each(testEngines)('the stream on %s', (_name, openEngine) => {
  let database: Database;
  let app: App;
  let url: string;
  /** How long each change took to reach the readers, in ms. */
  const delays: number[] = [];
  beforeAll(async () => {
    database = await openEngine();
    await fundTheHouse(database.db);
    const changesSent = (ms: number) => delays.push(ms);
    app = await aTestApp(database, { meters: { ...NO_METERS, changesSent } });
    url = await listen(app);
  }, 120_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  async function aSignedBettor() {
    const wallet = anEvmWallet();
    return { wallet, ...(await signInWith(app, wallet)) };
  }

  async function bet(bettor: { wallet: ReturnType<typeof anEvmWallet> } & SignedIn, market: TestMarket) {
    const placed = await betOverHttp(app, { ...bettor, market, amount: 10 });
    expect(placed.statusCode).toBe(200);
    return placed.json<{ id: string }>();
  }

  test('begins with a beat that has its position and the number of listed markets', async () => {
    await aMarket(database.db);
    const reader = await aWelcomedReader(url);
    expect(reader.answer.statusCode).toBe(200);
    expect(reader.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    const [beat] = reader.received('beat');
    const list = (await app.http.inject('/api/markets')).json<WireListedMarket[]>();
    // There may be more if the test is slow.
    expect(new Set(reader.events.map(({ event }) => event))).toEqual(new Set(['beat']));
    expect(beat?.data.listed).toBe(list.length);
    expect(beat?.id).toBe(beat?.data.position);
  });

  test("publishes a bet's effect on the market to every reader", async () => {
    const market = await aMarket(database.db);
    const bettor = await aSignedBettor();
    const readers = await Promise.all([aWelcomedReader(url), aWelcomedReader(url)]);
    const counted = delays.length;
    const sentAt = performance.now();
    await bet(bettor, market);
    for (const reader of readers) {
      await expect.poll(() => reader.newsOf(market.marketId).at(-1)?.version).toBe(2);
      const expected = newsOf(await marketOf(app, market.marketId));
      expect(reader.newsOf(market.marketId).at(-1)).toEqual({ ...expected, listed: true });
    }
    expect(delays.length).toBeGreaterThan(counted);
    expect(Math.max(...delays.slice(counted))).toBeLessThan(performance.now() - sentAt);
    expect(app.stream.state()).toEqual({ readers: 2, stuckSeconds: 0 });
  });

  test('publishes that a market was opened, halted and archived', async () => {
    const reader = await aWelcomedReader(url);
    const { marketId } = await aMarket(database.db);
    await expect.poll(() => reader.newsOf(marketId).at(-1)?.listed).toBe(true);
    const admin = await anAdmin(app, database.db);
    const act = (action: string) =>
      app.http.inject({
        method: 'POST',
        url: '/api/admin/markets/bulk',
        headers: admin.headers,
        payload: { ids: [marketId], action },
      });
    await act('disable');
    await expect
      .poll(() => reader.newsOf(marketId).at(-1))
      .toMatchObject({ state: 'suspended', suspension: 'admin', listed: true });
    await act('archive');
    await expect.poll(() => reader.newsOf(marketId).at(-1)).toMatchObject({ listed: false });
  });

  test('continues from the position of the list, and from the last event after a break', async () => {
    const market = await aMarket(database.db);
    const other = await aMarket(database.db);
    const bettor = await aSignedBettor();
    // A reader follows, so that the process reads changes.
    await aWelcomedReader(url);
    const list = await app.http.inject('/api/markets');
    const position = String(list.headers['tallystone-position']);
    expect(position).toMatch(/^\d+$/);
    const unchanged = await app.http.inject({
      url: '/api/markets',
      headers: { 'if-none-match': String(list.headers.etag) },
    });
    expect(unchanged.statusCode).toBe(304);
    // The position may have moved on.
    const later = BigInt(String(unchanged.headers['tallystone-position']));
    expect(later).toBeGreaterThanOrEqual(BigInt(position));
    await bet(bettor, market);

    const reader = await aWelcomedReader(url, { query: `?after=${position}` });
    await expect.poll(() => reader.newsOf(market.marketId).at(-1)?.version).toBe(2);
    expect(reader.received('snapshot')).toEqual([]);
    // Until its epoch ends, the bet would be published again.
    const past = BigInt(await positionPastAll(database));
    await expect.poll(() => BigInt(reader.position ?? 0) >= past, { timeout: 30_000 }).toBe(true);
    const last = reader.position ?? '';
    reader.close();
    await bet(bettor, other);
    const headers = { 'last-event-id': last };
    // The last event id wins over the URL, which is as old as the page.
    const back = await aWelcomedReader(url, { headers, query: `?after=${position}` });
    await expect.poll(() => back.newsOf(other.marketId).at(-1)?.version).toBe(2);
    expect(back.newsOf(market.marketId)).toEqual([]);
    expect(back.received('snapshot')).toEqual([]);
  });

  test.each([
    ['of before it began', '?after=1', {}],
    ['from the future', '?after=18446744073709551615', {}],
    ['that is no position', '?after=yesterday', {}],
    ['that is no position, as an event', '', { 'last-event-id': 'yesterday' }],
  ])('gives a snapshot of the list to a reader with a position %s', async (_case, query, headers) => {
    const { marketId } = await aMarket(database.db);
    const reader = await aWelcomedReader(url, { query, headers });
    const [snapshot] = reader.received('snapshot');
    const list = (await app.http.inject('/api/markets')).json<WireListedMarket[]>();
    expect(snapshot?.data.markets.map(({ id }) => id).sort()).toEqual(list.map(({ id }) => id).sort());
    expect(snapshot?.data.markets.find(({ id }) => id === marketId)).toEqual({
      ...newsOf(await marketOf(app, marketId)),
      listed: true,
    });
    expect(snapshot?.id).toMatch(/^\d+$/);
  });

  test("publishes a bettor's funds and new bets to that bettor only", async () => {
    const market = await aMarket(database.db);
    const alice = await aSignedBettor();
    const bob = await aSignedBettor();
    const [hers, his] = await Promise.all([
      aWelcomedReader(url, { headers: alice.headers }),
      aWelcomedReader(url, { headers: bob.headers }),
    ]);
    const before = await limitsOf(app, alice);
    // While another transaction runs, the same event may come twice.
    for (const { data } of hers.received('account'))
      expect(data).toEqual({ limits: before, bets: [], combos: [] });
    expect(hers.events[0]?.event).toBe('account');

    const { id } = await bet(alice, market);
    await expect
      .poll(() =>
        hers
          .received('account')
          .at(-1)
          ?.data.bets.map((each) => each.id),
      )
      .toEqual([id]);
    const latest = hers.received('account').at(-1)?.data;
    expect(latest?.limits).toEqual(await limitsOf(app, alice));
    expect(latest?.limits.balance).toBe(before.balance - 10);
    const listed = (await app.http.inject({ url: '/api/user/bets', headers: alice.headers })).json();
    expect(latest?.bets).toEqual(listed);
    expect(his.received('account').flatMap(({ data }) => data.bets)).toEqual([]);
    expect(JSON.stringify(his.events)).not.toContain(id);
  });

  test('publishes limits that were changed elsewhere', async () => {
    const alice = await signInWith(app);
    const reader = await aWelcomedReader(url, { headers: alice.headers });
    const elsewhere = (table: SQL, change: SQL, where = sql``) =>
      database.db.execute(
        sql`with ${pinned()} update ${table} set ${change}, epoch = ${epochAfter(sql`${table}.epoch`)} ${where}`,
      );
    const put = (ownCap: number) =>
      app.http.inject({
        method: 'PUT',
        url: '/api/user/limits',
        headers: alice.headers,
        payload: { ownCap },
      });
    expect((await put(50)).statusCode).toBe(200);
    await expect.poll(() => reader.received('account').at(-1)?.data.limits.ownCap).toBe(50);
    const address = alice.user.publicKey;
    await elsewhere(sql`users`, sql`daily_stake_cap = 20000000`, sql`where address = ${address}`);
    await expect.poll(() => reader.received('account').at(-1)?.data.limits.givenCap).toBe(20);
    await elsewhere(sql`users`, sql`daily_stake_cap = null`, sql`where address = ${address}`);
    await elsewhere(sql`settings`, sql`stake_cap_level_0 = 30000000`);
    await expect.poll(() => reader.received('account').at(-1)?.data.limits.givenCap).toBe(30);
    await elsewhere(sql`settings`, sql`stake_cap_level_0 = null`);
  });

  test('publishes the end of a market to winners, losers and readers that return later', async () => {
    const market = await aMarket(database.db);
    const [winner, loser, away] = [await aSignedBettor(), await aSignedBettor(), await aSignedBettor()];
    await bet(winner, market);
    const lost = { ...market, outcomeIds: [...market.outcomeIds].reverse() };
    await bet(loser, lost);
    await bet(away, lost);
    const [winning, losing, leaving] = await Promise.all(
      [winner, loser, away].map(({ headers }) => aWelcomedReader(url, { headers })),
    );
    const position = leaving?.position ?? '';
    leaving?.close();
    await endBetting(database.db, market);
    const admin = await aBettor(database.db);
    await decideEnd(database.db, { market, result: wonBy(market), admin });
    await payAll(database.db, market);

    const resultOf = (reader: TestReader | undefined) =>
      reader
        ?.received('account')
        .flatMap(({ data }) => data.bets.map(({ result }) => result))
        .at(-1);
    await expect.poll(() => resultOf(winning)).toBe('won');
    await expect.poll(() => resultOf(losing)).toBe('lost');
    expect(losing?.received('account').at(-1)?.data.bets).toHaveLength(1);
    const back = await aWelcomedReader(url, {
      headers: { ...away.headers, 'last-event-id': position },
    });
    // While another transaction runs, the same event may come twice.
    for (const { data } of back.received('account'))
      expect(data.bets.map(({ result }) => result)).toEqual(['lost']);
    expect(winning?.newsOf(market.marketId).at(-1)).toEqual({
      ...newsOf(await marketOf(app, market.marketId)),
      listed: false,
    });
  });

  test('ends a session before it publishes anything more to it, and continues', async () => {
    const market = await aMarket(database.db);
    const alice = await aSignedBettor();
    const second = await signInWith(app, alice.wallet);
    const [ended, lasting] = await Promise.all([
      aWelcomedReader(url, { headers: alice.headers }),
      aWelcomedReader(url, { headers: second.headers }),
    ]);
    await app.http.inject({ method: 'POST', url: '/api/auth/logout', headers: alice.headers });
    await bet({ ...alice, ...second }, market);
    await expect.poll(() => lasting.received('account').at(-1)?.data.bets.length).toBe(1);
    await expect.poll(() => ended.received('session-ended').length).toBe(1);
    expect(ended.received('account').flatMap(({ data }) => data.bets)).toEqual([]);
    await expect.poll(() => ended.newsOf(market.marketId).at(-1)?.version).toBe(2);
  });

  test('HEAD answers with its headers and opens nothing', async () => {
    const answer = await app.http.inject({ method: 'HEAD', url: '/api/stream' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  });

  test.each([
    ['another query', '?from=1'],
    ['a very long position', `?after=${'1'.repeat(65)}`],
    ['a position twice', '?after=1&after=2'],
  ])('%s is refused in a sentence', async (_case, query) => {
    const answer = await app.http.inject(`/api/stream${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-request']);
  });
});

describe('the stream of several processes', () => {
  let database: TestDatabase;
  let apps: App[];
  let urls: string[];
  beforeAll(async () => {
    database = await createTestDatabase();
    await fundTheHouse(database.db);
    apps = [await aTestApp(database), await aTestApp(database)];
    urls = await Promise.all(apps.map(listen));
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await database.close();
  });

  const change = (marketId: string) =>
    transaction(database.db, async (tx) => {
      await tx.execute(sql`update markets set version = version + 1 where id = ${marketId}`);
      await announceMarketChange(tx, marketId);
    });
  const versionOf = (reader: TestReader, marketId: string) => reader.newsOf(marketId).at(-1)?.version;

  test("publishes each process's changes in the other, and continues there from the same position", async () => {
    const { marketId } = await aMarket(database.db);
    const [here, there] = await Promise.all(urls.map((url) => aWelcomedReader(url)));
    if (here === undefined || there === undefined) throw new Error('expected two readers');
    await change(marketId);
    await expect.poll(() => [versionOf(here, marketId), versionOf(there, marketId)]).toEqual([2, 2]);
    const position = here.position ?? '';
    here.close();
    await change(marketId);
    const back = await aWelcomedReader(urls[1] ?? '', { headers: { 'last-event-id': position } });
    await expect.poll(() => versionOf(back, marketId)).toBe(3);
    expect(back.received('snapshot')).toEqual([]);
  });

  test('misses no changes of transactions that commit in another order than they began', async () => {
    const [first, second] = [await aMarket(database.db), await aMarket(database.db)];
    const reader = await aWelcomedReader(urls[0] ?? '');
    const slow = new pg.Client({ connectionString: database.url });
    await slow.connect();
    await slow.query('begin');
    await slow.query('update markets set version = version + 1 where id = $1', [first.marketId]);
    await change(second.marketId);
    await expect.poll(() => versionOf(reader, second.marketId)).toBe(2);
    const position = reader.position ?? '';
    expect(versionOf(reader, first.marketId)).not.toBe(2);
    await slow.query('commit');
    await slow.end();
    await announceMarketChange(database.db, first.marketId);
    await expect.poll(() => versionOf(reader, first.marketId)).toBe(2);
    for (const url of urls) {
      const back = await aWelcomedReader(url, { query: `?after=${position}` });
      await expect.poll(() => versionOf(back, first.marketId)).toBe(2);
    }
  });

  test('finds changes that were not announced, or announced while the connection was down', async () => {
    const { marketId } = await aMarket(database.db);
    const reader = await aWelcomedReader(urls[0] ?? '');
    await database.db.execute(sql`update markets set version = version + 1 where id = ${marketId}`);
    await expect.poll(() => versionOf(reader, marketId)).toBe(2);
    await database.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'tallystone-listen'`);
    await change(marketId);
    await expect.poll(() => versionOf(reader, marketId)).toBe(3);
  });

  test('continues after its database was down', async () => {
    const { marketId } = await aMarket(database.db);
    const reader = await aWelcomedReader(urls[0] ?? '');
    const { db } = database;
    await db.execute(sql`create sequence reads`);
    await db.execute(sql`
      create function fail() returns boolean language plpgsql as $$
        begin perform nextval('reads'); raise exception 'the database is away'; end $$`);
    await transaction(db, async (tx) => {
      await tx.execute(sql`alter table outcomes rename to hidden_outcomes`);
      await tx.execute(sql`create view outcomes as select * from hidden_outcomes where fail()`);
    });
    await change(marketId);
    const hasRead = async () =>
      (await rows(db, { is_called: col.bool }, sql`select is_called from reads`))[0];
    await expect.poll(hasRead).toEqual({ is_called: true });
    await transaction(db, async (tx) => {
      await tx.execute(sql`drop view outcomes`);
      await tx.execute(sql`alter table hidden_outcomes rename to outcomes`);
    });
    await expect.poll(() => versionOf(reader, marketId)).toBe(2);
    expect(reader.isEnded).toBe(false);
  });

  test('publishes a change of an account once, however long another transaction runs', async () => {
    const [app] = apps;
    if (app === undefined) throw new Error('expected an app');
    const market = await aMarket(database.db);
    const wallet = anEvmWallet();
    const alice = await signInWith(app, wallet);
    // Her sign-in isn't found again; that would be published.
    const query = `?after=${await positionPastAll(database)}`;
    const reader = await aWelcomedReader(urls[0] ?? '', { headers: alice.headers, query });
    const slow = new pg.Client({ connectionString: database.url });
    await slow.connect();
    await slow.query('begin');
    await slow.query('select from epochs for share');
    await betOverHttp(app, { ...alice, wallet, market, amount: 10 });
    await expect.poll(() => reader.received('account').length).toBe(2);
    const next = await aMarket(database.db);
    for (let version = 2; version < 7; version++) {
      await announceMarketChange(database.db, market.marketId);
      // Published after it.
      await change(next.marketId);
      await expect.poll(() => versionOf(reader, next.marketId)).toBe(version);
    }
    expect(reader.received('account')).toHaveLength(2);
    const versions = reader.newsOf(market.marketId).map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)]);
    await slow.query('rollback');
    await slow.end();
  });
});

describe('the places of readers', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  const connectionsOf = ({ http }: App) =>
    new Promise<number>((resolve) => http.server.getConnections((_error, count) => resolve(count)));
  const refusalOf = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/stream`, { headers }).then(async (answer) => ({
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: (await answer.json()) as { error: string; code: string },
    }));

  test('one address has 20, and one user has 20 from any address; closing one frees a place', async () => {
    const app = await aTestApp(database, { env: { RATE_LIMITS: 'on' } });
    const url = await listen(app);
    const readers: TestReader[] = [];
    for (let i = 0; i < 20; i++) readers.push(await aReader(url));
    const refusal = {
      status: 429,
      retryAfter: '30',
      body: {
        error: expect.stringContaining('close some of them'),
        code: 'rate-limited',
        requestId: expect.any(String),
        reason: expect.objectContaining({ places: 20, seconds: 30 }),
      },
    };
    expect(await refusalOf(url)).toEqual(refusal);
    // The read limit of the address is 50 a second, so refused requests are repeated.
    const { headers } = await vi.waitFor(() => signInWith(app), 60_000);
    for (let i = 0; i < 20; i++) {
      const isIn = async () => {
        const reader = await aReader(url, { headers });
        if (reader.answer.statusCode === 200) readers.push(reader);
        return reader.answer.statusCode;
      };
      await expect.poll(isIn).toBe(200);
    }
    await expect.poll(() => refusalOf(url, headers)).toEqual(refusal);
    readers[0]?.close();
    await expect.poll(async () => (await aReader(url)).answer.statusCode).toBe(200);
    await app.close();
  });

  test('one address has a limit for all of its users, and another address has its own', async () => {
    const env = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' };
    const app = await aTestApp(database, { env, mostReadersOfAddress: 3 });
    const url = await listen(app);
    // They sign in without the proxy, which the server would distrust after that.
    const other = await aTestApp(database);
    const users = [await signInWith(other), await signInWith(other), await signInWith(other)];
    const last = await signInWith(other);
    await other.close();
    const open = ({ headers }: Pick<SignedIn, 'headers'>, address: string) =>
      aReader(url, { headers: { ...headers, 'x-forwarded-for': address } });
    const statusOf = async (...asked: Parameters<typeof open>) => (await open(...asked)).answer.statusCode;
    for (const user of users) expect(await statusOf(user, '192.0.2.1')).toBe(200);

    const { answer } = await open(last, '192.0.2.1');
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('30');
    expect(await statusOf(last, '192.0.2.2')).toBe(200);
    await app.close();
  });

  test('a caller that opens a hundred at once gets 20, and the others are refused with a reason', async () => {
    const app = await aTestApp(database, { env: { RATE_LIMITS: 'on' } });
    const url = await listen(app);
    const { headers } = await signInWith(app);
    const all = await Promise.all(Array.from({ length: 100 }, () => aReader(url, { headers })));
    const answers: Record<string, number> = {};
    for (const { answer } of all)
      answers[`${answer.statusCode}`] = (answers[`${answer.statusCode}`] ?? 0) + 1;
    expect(answers).toEqual({ 200: 20, 429: 80 });
    // The list shares the read limit of the address, which is free again within a second; open streams take nothing from it.
    await expect.poll(async () => (await fetch(`${url}/api/markets`)).status).toBe(200);
    expect(all.filter(({ isEnded, answer }) => answer.statusCode === 200 && isEnded)).toEqual([]);
    await app.close();
  });

  test('closing the server ends every stream at once, and no new one starts', async () => {
    const app = await aTestApp(database);
    const url = await listen(app);
    const { headers } = await signInWith(app);
    const readers = await Promise.all([
      aWelcomedReader(url),
      aWelcomedReader(url, { headers }),
      aReader(url, { query: '?after=18446744073709551615' }),
    ]);
    const frozen = await aWelcomedReader(url);
    frozen.answer.pause();
    // That timeout is for callers that never finish their request; streams don't wait for it.
    vi.spyOn(app.http.server, 'closeAllConnections').mockReturnValue();
    await app.close();
    await expect.poll(() => readers.every(({ isEnded }) => isEnded)).toBe(true);
    const late = await app.http.inject('/api/stream').catch((error: unknown) => error);
    expect(late instanceof Error || (late as { statusCode: number }).statusCode === 503).toBe(true);
  });

  test('a reader that disconnects leaves nothing behind', async () => {
    const app = await aTestApp(database, { env: { RATE_LIMITS: 'on' } });
    const url = await listen(app);
    const { headers } = await signInWith(app);
    for (let round = 0; round < 5; round++) {
      const readers = await Promise.all(Array.from({ length: 9 }, () => aReader(url, { headers })));
      expect(readers.map(({ answer }) => answer.statusCode)).toEqual(Array(9).fill(200));
      for (const reader of readers) reader.close();
      await expect.poll(() => connectionsOf(app)).toBe(0);
    }
    expect((await aReader(url, { headers })).answer.statusCode).toBe(200);
    await app.close();
  });
});
