import { connect, createServer } from 'node:net';
import type { PlacedBet, WireCashOutQuote } from '@tallystone/core/http-api/betting';
import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import {
  aBet,
  aBettor,
  aCashOutBody,
  aMarket,
  betOverHttp,
  fundTheHouse,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { aFakeFeed } from '@tallystone/testkit/feed/fake-feed.ts';
import { anAdmin, bulkBody, callAs } from '@tallystone/testkit/server/desk.ts';
import { NatsServer } from '@tallystone/testkit/server/nats-server.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDropLog } from './azuro/drop-log.ts';
import { openFeedKeeper } from './azuro/open-feed-keeper.ts';
import { answerBatch } from './betting/answer-batch.ts';
import { bookStakes } from './betting/book-stakes.ts';
import { checkBet } from './betting/check-bet.ts';
import type { Db } from './db/db.ts';
import { MARKET_CHANGES } from './markets/market-changes.ts';
import { changeSettings } from './settings/change-settings.ts';

let database: TestDatabase;
let nats: NatsServer;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
  nats = await NatsServer.start();
});
afterAll(async () => {
  await nats.stop();
  await database.close();
});

type App = Awaited<ReturnType<typeof aTestApp>>;

const versionIn = async ({ http }: App, { marketId }: TestMarket) => {
  const answer = await http.inject({ url: '/api/markets' });
  return answer.json<WireListedMarket[]>().find(({ id }) => id === marketId)?.version;
};

/** A proxy to the database that keeps all that is sent to it. */
async function aRecordingProxy() {
  const { hostname, port, pathname, username } = new URL(database.url);
  let sent = '';
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.on('data', (bytes) => {
      sent += bytes.toString('latin1');
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const)
      socket.on('error', () => undefined).on('close', () => other.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port: at } = proxy.address() as { port: number };
  return {
    url: `postgres://${username}@127.0.0.1:${at}${pathname}`,
    sent: () => sent,
    close: () => proxy.close(),
  };
}

test('with NATS no process listens or notifies in the database, and changes reach the other process', async () => {
  const proxy = await aRecordingProxy();
  const one = await openPatiently(proxy.url, { natsUrl: nats.url });
  const two = await openPatiently(proxy.url, { natsUrl: nats.url });
  const [here, there] = [await aTestApp(one), await aTestApp(two)];
  const market = await aMarket(database.db);
  await expect.poll(() => versionIn(there, market)).toBe(1);
  const wallet = anEvmWallet();
  const { headers } = await signInWith(here, wallet);
  const placed = await betOverHttp(here, { wallet, headers, market, amount: 5 });
  expect(placed.statusCode).toBe(200);
  await expect.poll(() => versionIn(there, market)).toBe(2);

  const { id: betId } = placed.json<PlacedBet>();
  // A cash-out is possible a minute after the bet. Triggers protect what was recorded.
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update bets set placed_at = placed_at - interval '2 minutes'`);
  });
  const url = `/api/bets/${betId}/cash-out`;
  const { amount } = (await here.http.inject({ url, headers })).json<WireCashOutQuote>();
  const payload = aCashOutBody(wallet, { betId, amount: amount ?? 0 });
  const sold = await here.http.inject({ method: 'POST', url, headers, payload });
  expect(sold.statusCode).toBe(200);
  await expect.poll(() => versionIn(there, market)).toBe(3);

  const admin = await anAdmin(here, one.db);
  const call = callAs(here, admin);
  const paused = await call({
    method: 'POST',
    url: '/api/admin/markets/bulk',
    payload: await bulkBody({ app: here, db: one.db, admin }, { ids: [market.marketId], action: 'disable' }),
  });
  expect(paused.statusCode).toBe(200);
  await expect.poll(() => versionIn(there, market)).toBe(4);
  await changeSettings(one.db, {
    mode: 'demo',
    actor: { kind: 'command-line' },
    sent: { marketCap: 2500 },
  });

  expect(proxy.sent()).toContain('seen_market');
  expect(proxy.sent().match(/.{0,40}(?:notify|listen).{0,40}/gi)).toBeNull();
  await Promise.all([here.close(), there.close()]);
  await Promise.all([one.close(), two.close()]);
  proxy.close();
});

test('with NATS a lone bet takes two statements as well, and is announced', async () => {
  const one = await openPatiently(database.url, { natsUrl: nats.url });
  const announced: string[] = [];
  await one.messenger.subscribe(MARKET_CHANGES, {
    onMessage: (id) => announced.push(id),
    onGap: () => undefined,
  });
  const statements: SQL[] = [];
  const db: Db = Object.create(one.db, {
    execute: {
      value: (query: SQL) => {
        statements.push(query);
        return one.db.execute(query);
      },
    },
    transaction: { value: () => Promise.reject(new Error('no transaction was expected')) },
  });
  const bettor = await aBettor(database.db);
  const market = await aMarket(database.db);
  const [outcomeId = ''] = market.outcomeIds;
  const place = () => {
    const bet = checkBet(
      new Uint8Array(32).fill(7),
      aBet(bettor, { ...market, outcomeId, amount: 1, odds: 1.2 }),
    );
    return answerBatch(db, { marketId: market.marketId, bets: [bet], stakes: bookStakes });
  };
  expect(await place()).toMatchObject([{ kind: 'placed' }]);
  expect(statements).toHaveLength(2);
  // The first message may be sent before the connection is made.
  await expect
    .poll(async () => {
      await place();
      return announced;
    })
    .toContain(market.marketId);
  await one.close();
});

test('without any message the lists of bettors and admins are right after a second', async () => {
  const deaf = await openPatiently(database.url, { natsUrl: nats.url });
  const there = await aTestApp(deaf);
  const market = await aMarket(database.db);
  await expect.poll(() => versionIn(there, market)).toBe(1);
  await database.db.execute(sql`update markets set version = version + 1 where id = ${market.marketId}`);
  await expect.poll(() => versionIn(there, market)).toBe(2);
  const adminHere = await anAdmin(there, database.db);
  const listed = async () => {
    const answer = await callAs(there, adminHere)({ url: '/api/admin/markets' });
    return answer.json<{ id: string }[]>().some(({ id }) => id === market.marketId);
  };
  expect(await listed()).toBe(true);
  await database.db.execute(
    sql`update markets set archived_at = now(), deleted_at = now(), version = version + 1 where id = ${market.marketId}`,
  );
  await expect.poll(listed).toBe(false);
  await there.close();
  await deaf.close();
});

test('without any message the feed follows a changed setting after a second', async () => {
  const deaf = await openPatiently(database.url, { natsUrl: nats.url });
  const feed = aFakeFeed();
  feed.add();
  const keeper = openFeedKeeper({
    database: deaf,
    feed,
    drops: createDropLog(() => new Date()),
    mode: 'demo',
    source: 'demo-feed',
    onError: (error) => {
      throw error;
    },
  });
  await keeper.start();
  expect(feed.followed()).toHaveLength(1);
  // Much less than the half minute between regular rounds.
  const soon = { timeout: 15_000 };
  await database.db.execute(sql`update settings set real_time_prices = false`);
  await expect.poll(() => feed.followed(), soon).toEqual([]);
  await database.db.execute(sql`update settings set real_time_prices = true`);
  await expect.poll(() => feed.followed(), soon).toHaveLength(1);
  await keeper.stop();
  await deaf.close();
});
