import { gunzipSync } from 'node:zlib';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { aMarket, betOverHttp, fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endEpochs } from '../db/epochs.ts';
import type { Database } from '../db/open-database.ts';
import type { RawAnswer } from '../http/route.ts';
import { sendSnapshot } from '../http/send-snapshot.ts';
import type { MarketList } from './list-snapshot.ts';
import { announceMarketChange } from './market-changes.ts';
import { createMarketList } from './market-list.ts';
import { readChanges } from './read-changes.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
});
afterEach(() => database.close());

const realTime = () => new Date();

async function read(list: MarketList): Promise<WireListedMarket[]> {
  return JSON.parse(Buffer.from((await list.read()).plain).toString());
}

/** Changes a market like a bet, without a bet. */
const change = (db: Database['db'], marketId: string) =>
  db.execute(sql`update markets set version = version + 1, title = title || '!' where id = ${marketId}`);

test('the list has open and suspended markets that end later, ordered by their end', async () => {
  const later = await aMarket(database.db, { title: 'Later', endsAt: new Date(Date.now() + 7_200_000) });
  await aMarket(database.db, { title: 'Ended', endsAt: new Date(Date.now() - 1000) });
  await aMarket(database.db, { title: 'Soon', endsAt: new Date(Date.now() + 3_600_000) });
  await database.db.execute(sql`update markets set state = 'suspended' where id = ${later.marketId}`);
  // A void is proposed weeks before its end.
  const voided = await aMarket(database.db, { title: 'Void', endsAt: new Date(Date.now() + 3_600_000) });
  await database.db.execute(sql`update markets set state = 'resolving' where id = ${voided.marketId}`);
  const markets = await read(createMarketList({ db: database.db, now: realTime }));
  expect(markets.map(({ title, state }) => [title, state])).toEqual([
    ['Soon', 'open'],
    ['Later', 'suspended'],
  ]);
});

test('a market is listed with percent, card odds and the highest stake at those odds', async () => {
  const endsAt = new Date(Date.now() + 3_600_000);
  const startsAt = new Date(Date.now() + 1_800_000);
  const { marketId, outcomeIds } = await aMarket(database.db, {
    endsAt,
    startsAt,
    outcomes: [
      { name: 'Yes', probability: 3 },
      { name: 'No', probability: 1 },
    ],
  });
  const [market] = await read(createMarketList({ db: database.db, now: realTime }));
  expect(market).toEqual({
    id: marketId,
    title: 'Will it rain in Bergen tomorrow?',
    description: 'At least one millimetre at the Florida station.',
    category: 'sports',
    subcategory: 'soccer',
    state: 'open',
    version: 1,
    source: 'custom',
    premium: true,
    tags: [],
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    settlesBy: new Date(endsAt.getTime() + 48 * 3_600_000).toISOString(),
    volume: 0,
    outcomes: [
      { id: outcomeIds[0], name: 'Yes', probability: 75, odds: 1.33, maxAtOdds: expect.any(Number) },
      { id: outcomeIds[1], name: 'No', probability: 25, odds: 3.99, maxAtOdds: expect.any(Number) },
    ],
  });
  for (const { maxAtOdds } of market?.outcomes ?? []) expect(maxAtOdds).toBeGreaterThanOrEqual(1);
});

test('an unchanged list is made once and keeps its ETag', async () => {
  await aMarket(database.db);
  const list = createMarketList({ db: database.db, now: realTime });
  const [first, second] = await Promise.all([list.read(), list.read()]);
  expect(second).toBe(first);
  expect(await list.read()).toBe(first);
  list.markAllStale();
  // Its position may have moved on, but its bytes are the same object.
  const { plain, etag } = await list.read();
  expect([plain === first.plain, etag]).toEqual([true, first.etag]);
  const other = createMarketList({ db: database.db, now: realTime });
  expect((await other.read()).etag).toBe(first.etag);
});

test('a marked change is in every read that begins after it', async () => {
  const { marketId } = await aMarket(database.db);
  const list = createMarketList({ db: database.db, now: realTime });
  await list.read();
  for (let version = 2; version < 20; version++) {
    await change(database.db, marketId);
    list.markStale(marketId);
    const reads = await Promise.all([read(list), read(list)]);
    expect(reads.map(([market]) => market?.version)).toEqual([version, version]);
  }
});

test('a read that begins during a renewal includes a change marked in between', async () => {
  const { marketId } = await aMarket(database.db);
  const list = createMarketList({ db: database.db, now: realTime });
  const early = list.read();
  await change(database.db, marketId);
  list.markStale(marketId);
  const [market] = await read(list);
  expect(market?.version).toBe(2);
  await early;
});

test('a change of one market does not serialise the others again', async () => {
  const [one] = [await aMarket(database.db), await aMarket(database.db, { title: 'The other' })];
  const list = createMarketList({ db: database.db, now: realTime });
  await list.read();
  await database.db.execute(sql`update markets set title = 'Changed without a version'`);
  await change(database.db, one.marketId);
  list.markStale(one.marketId);
  const titles = (await read(list)).map(({ title }) => title);
  expect(titles.sort()).toEqual(['Changed without a version!', 'The other']);
});

test("a list's position covers its content, whichever markets were marked", async () => {
  const [marked, unmarked] = [await aMarket(database.db), await aMarket(database.db)];
  const list = createMarketList({ db: database.db, now: realTime });
  const before = (await list.read()).position ?? 0n;
  // Announced, but not received yet.
  await change(database.db, unmarked.marketId);
  await change(database.db, marked.marketId);
  list.markStale(marked.marketId);
  const { position } = await list.read();
  const held = await read(list);
  expect(held.map(({ version }) => version)).toEqual([2, 2]);
  // Changes found from there on, while another transaction runs, are included already.
  const versions = new Map(held.map(({ id, version }) => [id, version]));
  for (const { id, version } of (await readChanges(database.db, position)).markets) {
    expect(versions.get(id)).toBe(version);
  }
  await endEpochs(database.db);
  list.markStale(marked.marketId);
  expect((await list.read()).position).toBeGreaterThan(before);
});

test("a list's position does not pass a running transaction", async () => {
  const [held, other] = [await aMarket(database.db), await aMarket(database.db)];
  const list = createMarketList({ db: database.db, now: realTime });
  await list.read();
  const slow = new pg.Client({ connectionString: database.url });
  await slow.connect();
  await slow.query('begin');
  await slow.query(
    `with pinned as materialized (select epoch from epochs where slot = 3 for share)
      update markets set version = version + 1, epoch = greatest((select epoch from pinned), epoch + 1) where id = $1`,
    [held.marketId],
  );
  await change(database.db, other.marketId);
  list.markStale(other.marketId);
  const { position } = await list.read();
  await slow.query('commit');
  await slow.end();
  const left = await readChanges(database.db, position);
  expect(left.markets).toContainEqual({ id: held.marketId, version: 2, isMain: true, isOver: false });
  list.markStale(other.marketId);
  expect((await read(list)).map(({ version }) => version)).toEqual([2, 2]);
});

test('a market leaves the list at its end, without a change', async () => {
  let now = new Date();
  await aMarket(database.db, { title: 'Soon', endsAt: new Date(now.getTime() + 1000) });
  await aMarket(database.db, { title: 'Later', endsAt: new Date(now.getTime() + 60_000) });
  const list = createMarketList({ db: database.db, now: () => now });
  expect(await read(list)).toHaveLength(2);
  now = new Date(now.getTime() + 999);
  expect(await read(list)).toHaveLength(2);
  now = new Date(now.getTime() + 1);
  expect((await read(list)).map(({ title }) => title)).toEqual(['Later']);
  now = new Date(now.getTime() + 60_000);
  expect(await read(list)).toEqual([]);
});

test('the next read retries a failed renewal', async () => {
  await aMarket(database.db);
  const list = createMarketList({ db: database.db, now: realTime });
  await database.db.execute(sql`alter table outcomes rename to hidden_outcomes`);
  await expect(list.read()).rejects.toThrow();
  await database.db.execute(sql`alter table hidden_outcomes rename to outcomes`);
  expect(await read(list)).toHaveLength(1);
});

function bytesOf({ body }: RawAnswer): Uint8Array {
  if (!(body instanceof Uint8Array)) throw new Error('expected an answer of bytes');
  return body;
}

test('the list is sent compressed, plain or as 304, depending on the caller', async () => {
  await aMarket(database.db);
  const list = createMarketList({ db: database.db, now: realTime });
  const plain = await sendSnapshot(await list.read(), {});
  const gzipped = await sendSnapshot(await list.read(), { 'accept-encoding': 'br, gzip;q=0.8' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(gzipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(bytesOf(gzipped))).toEqual(Buffer.from(bytesOf(plain)));
  expect((await sendSnapshot(await list.read(), { 'accept-encoding': 'gzip;q=0' })).body).toBe(plain.body);

  const { etag } = await list.read();
  for (const tags of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
    expect(await sendSnapshot(await list.read(), { 'if-none-match': tags })).toMatchObject({
      status: 304,
      body: null,
      headers: { etag, vary: 'Accept-Encoding' },
    });
  }
  expect((await sendSnapshot(await list.read(), { 'if-none-match': '"another"' })).status).toBe(200);
});

test('over HTTP a bet is in the list once it is answered, and soon in the other process', async () => {
  const second = await openPatiently(database.url);
  const here = await aTestApp(database);
  const there = await aTestApp(second);
  const market = await aMarket(database.db);
  const versionIn = async ({ http }: typeof here) => {
    const answer = await http.inject({ url: '/api/markets' });
    return answer.json<WireListedMarket[]>().find(({ id }) => id === market.marketId)?.version;
  };
  await expect.poll(() => Promise.all([versionIn(here), versionIn(there)])).toEqual([1, 1]);
  const wallet = anEvmWallet();
  const { headers } = await signInWith(here, wallet);
  for (let version = 2; version <= 8; version++) {
    const placed = await betOverHttp(here, { wallet, headers, market, amount: 5 });
    expect(placed.statusCode).toBe(200);
    expect(await versionIn(here)).toBe(version);
    // Only the first process's announcement makes the other one read.
    await expect.poll(() => versionIn(there), { interval: 5 }).toBe(version);
  }
  await here.close();
  await there.close();
  await second.close();
});

test('changes announced while the connection was down are not missed', async () => {
  const app = await aTestApp(database);
  const { marketId } = await aMarket(database.db);
  const versions = async () =>
    (await app.http.inject({ url: '/api/markets' }))
      .json<WireListedMarket[]>()
      .find(({ id }) => id === marketId)?.version;
  await expect.poll(versions).toBe(1);
  await database.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'tallystone-listen'`);
  await change(database.db, marketId);
  await announceMarketChange(database.db, marketId);
  await expect.poll(versions).toBe(2);
  await app.close();
});
