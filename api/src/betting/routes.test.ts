import { randomUUID } from 'node:crypto';
import type { PlacedBet, WireBet, WireLimits, WireMarket } from '@tallystone/core/http-api';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { rows } from '../db/rows.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { anEvmWallet, aSolanaWallet, type TestWallet } from '../identity/test-wallets.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { aTestApp, demoSignInWith, type SignedIn, signInWith } from '../test-app.ts';
import { aBetBody, aMarket, betOverHttp, type TestMarket } from './test-betting.ts';

let database: TestDatabase;
let second: Database;
let app: App;
let other: App;
let market: TestMarket;
let wallet: TestWallet;
let signedIn: SignedIn;
beforeAll(async () => {
  database = await createTestDatabase();
  second = await openDatabase({ url: database.url });
  app = await aTestApp(database);
  other = await aTestApp(second);
  market = await aMarket(database.db);
  wallet = anEvmWallet();
  signedIn = await signInWith(app, wallet);
});
afterAll(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' })) {
    expect(offenders).toEqual([]);
  }
  await app.close();
  await other.close();
  await second.close();
  await database.close();
});

const limitsOf = async ({ headers }: SignedIn) =>
  (await app.http.inject({ url: '/api/user/limits', headers })).json<WireLimits>();

test.each([
  ['a signed-in EVM wallet', anEvmWallet(), signInWith],
  ['a signed-in Solana wallet', aSolanaWallet(), signInWith],
  ['an unverified demo wallet', anEvmWallet(), demoSignInWith],
])('%s bets with its own signature and finds the bet in its history', async (_who, signer, signIn) => {
  const session = await signIn(app, signer);
  const placed = await betOverHttp(app, { wallet: signer, headers: session.headers, market, amount: 25 });
  expect(placed.statusCode).toBe(200);
  const bet = placed.json<PlacedBet>();
  expect(bet).toMatchObject({ amount: 25, status: 'confirmed', marketId: market.marketId });
  expect(bet).not.toHaveProperty('txHash');

  const listed = await app.http.inject({ url: '/api/user/bets', headers: session.headers });
  expect(listed.json<WireBet[]>()).toEqual([
    {
      ...bet,
      market: { title: 'Will it rain in Bergen tomorrow?', category: 'sports', state: 'open' },
      outcomeName: 'Yes',
    },
  ]);
  expect(await limitsOf(session)).toMatchObject({
    dailyStakeCap: 1000,
    usedToday: 25,
    capLeft: 975,
    balance: 975,
    resetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
  });
  const profile = await app.http.inject({ url: '/api/user/profile', headers: session.headers });
  expect(profile.json()).toMatchObject({ stats: { totalBets: 1, activeBets: 1, totalWagered: 25 } });
});

test('a bet sent again to another process gets the first answer, byte for byte', async () => {
  const { headers } = signedIn;
  const url = '/api/bets';
  const [outcomeId = ''] = market.outcomeIds;
  const payload = aBetBody(wallet, { marketId: market.marketId, outcomeId, amount: 5, odds: 1.9 });
  const sent = {
    method: 'POST',
    url,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    payload,
  } as const;
  const answers = await Promise.all([app, other, app, other].map(({ http }) => http.inject(sent)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const changed = {
    ...sent,
    payload: aBetBody(wallet, { marketId: market.marketId, outcomeId, amount: 6, odds: 1.9 }),
  };
  const refused = await app.http.inject(changed);
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({ code: 'already-placed', requestId: expect.any(String) });
});

test('a hash that the caller sends is ignored', async () => {
  const [outcomeId = ''] = market.outcomeIds;
  for (const txHash of ['0xfeed', null]) {
    const payload = { ...aBetBody(wallet, { ...ids(), outcomeId, amount: 1, odds: 1.9 }), txHash };
    const headers = { ...signedIn.headers, 'idempotency-key': randomUUID() };
    const placed = await app.http.inject({ method: 'POST', url: '/api/bets', headers, payload });
    expect(placed.statusCode).toBe(200);
    expect(placed.json()).not.toHaveProperty('txHash');
  }
});

const ids = () => ({ marketId: market.marketId });

test('without a session nobody bets or sees bets and limits', async () => {
  const [outcomeId = ''] = market.outcomeIds;
  const payload = aBetBody(wallet, { ...ids(), outcomeId, amount: 1, odds: 1.9 });
  for (const asked of [
    { method: 'POST', url: '/api/bets', payload },
    { method: 'GET', url: '/api/user/bets' },
    { method: 'GET', url: '/api/user/limits' },
  ] as const) {
    expect((await app.http.inject(asked)).statusCode).toBe(401);
  }
});

test.each([
  ['an amount above every number', '{"amount":1e309}'],
  ['a negative amount', '{"amount":-5}'],
  ['a list', '{"amount":[5]}'],
  ['a truth', '{"amount":true}'],
  ['nothing', '{"amount":null}'],
  ['an unknown field', '{"kycLevel":2}'],
  ['a prototype', '{"__proto__":{"admin":true}}'],
])('%s in the body is answered 400 and records nothing', async (_what, change) => {
  const [outcomeId = ''] = market.outcomeIds;
  const body = JSON.stringify(aBetBody(wallet, { ...ids(), outcomeId, amount: 1, odds: 1.9 }));
  const amount = change.includes('amount');
  const payload = amount
    ? body.replace('"amount":1', change.slice(1, -1))
    : `${body.slice(0, -1)},${change.slice(1)}`;
  const before = await countBets();
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/bets',
    headers: { ...signedIn.headers, 'content-type': 'application/json' },
    payload,
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({
    error: expect.any(String),
    code: 'invalid-request',
    requestId: expect.any(String),
  });
  expect(await countBets()).toBe(before);
});

async function countBets(): Promise<string> {
  const [row] = await rows<{ n: string }>(database.db, sql`select count(*)::text as n from bets`);
  return row?.n ?? '';
}

test('each refusal has its status and the figures that help', async () => {
  const poor = anEvmWallet();
  const session = await signInWith(app, poor);
  const [outcomeId = ''] = market.outcomeIds;
  const send = (terms: { outcomeId: string; amount: number; odds: number }, marketId = market.marketId) =>
    app.http.inject({
      method: 'POST',
      url: '/api/bets',
      headers: { ...session.headers, 'idempotency-key': randomUUID() },
      payload: aBetBody(poor, { marketId, ...terms }),
    });
  const answers = [
    await send({ outcomeId, amount: 1, odds: 1.9 }, 'm_aaaaaaaaaaaaaaaaaaaa'),
    await send({ outcomeId: 'o_none', amount: 1, odds: 1.9 }),
    await send({ outcomeId, amount: 0, odds: 1.9 }),
    await send({ outcomeId, amount: 1, odds: 5 }),
    await send({ outcomeId, amount: 900_000, odds: 1.02 }),
    await send({ outcomeId, amount: 1000.01, odds: 1.5 }),
  ];
  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
    [404, 'unknown-market'],
    [400, 'unknown-outcome'],
    [400, 'stake-too-small'],
    [409, 'odds-changed'],
    [409, 'stake-too-large'],
    [409, 'cap-reached'],
  ]);
  expect(answers[3]?.json().quote).toMatchObject({ amount: 1, capLeft: 1000, quoteId: expect.any(String) });
  expect(answers[4]?.json().maxStake).toBeGreaterThan(0);
  expect(answers[5]?.json().capLeft).toBe(1000);
});

test('older bets follow the last one seen, and never those of somebody else', async () => {
  const bettor = anEvmWallet();
  const session = await signInWith(app, bettor);
  const placed: string[] = [];
  for (let amount = 1; amount <= 5; amount++) {
    const answer = await betOverHttp(app, { wallet: bettor, headers: session.headers, market, amount });
    placed.unshift(answer.json<PlacedBet>().id);
  }
  const list = async (before: string, { headers } = session) =>
    (await app.http.inject({ url: '/api/user/bets', query: { before }, headers }))
      .json<WireBet[]>()
      .map(({ id }) => id);
  expect(await list(placed[1] ?? '')).toEqual(placed.slice(2));
  expect(await list(placed[4] ?? '')).toEqual([]);
  expect(await list(placed[0] ?? '', signedIn)).toEqual([]);
});

test('at most 500 bets are listed at a time', async () => {
  const bettor = anEvmWallet();
  const session = await signInWith(app, bettor);
  const [outcomeId = ''] = market.outcomeIds;
  await Promise.all(
    Array.from({ length: 501 }, () =>
      app.http.inject({
        method: 'POST',
        url: '/api/bets',
        headers: { ...session.headers, 'idempotency-key': randomUUID() },
        payload: aBetBody(bettor, { ...ids(), outcomeId, amount: 0.01, odds: 1.9 }),
      }),
    ),
  );
  const list = async (query: Record<string, string>) =>
    (await app.http.inject({ url: '/api/user/bets', query, headers: session.headers })).json<WireBet[]>();
  const newest = await list({});
  expect(newest).toHaveLength(500);
  expect(await list({ before: newest.at(-1)?.id ?? '' })).toHaveLength(1);
});

test('a market is found by its id, also after its end, and an unknown one is not', async () => {
  const ended = await aMarket(database.db, { endsAt: new Date(Date.now() - 1000) });
  const found = await app.http.inject({ url: `/api/markets/${ended.marketId}` });
  expect(found.json<WireMarket>()).toMatchObject({ id: ended.marketId, state: 'closed', version: 1 });
  const missing = await app.http.inject({ url: '/api/markets/m_aaaaaaaaaaaaaaaaaaaa' });
  expect(missing.statusCode).toBe(404);
  expect(missing.json()).toMatchObject({ code: 'unknown-market' });
});

test('broken books stop betting, not reading', async () => {
  app.readiness.stopBetsWhile(() => true);
  const stopped = await betOverHttp(app, { wallet, headers: signedIn.headers, market, amount: 1 });
  expect([stopped.statusCode, stopped.json().code]).toEqual([503, 'not-ready']);
  expect((await app.http.inject({ url: '/api/health/ready' })).statusCode).toBe(503);
  expect((await app.http.inject({ url: '/api/markets' })).statusCode).toBe(200);
  expect((await app.http.inject({ url: '/api/user/bets', headers: signedIn.headers })).statusCode).toBe(200);
  app.readiness.stopBetsWhile(() => false);
  const placed = await betOverHttp(app, { wallet, headers: signedIn.headers, market, amount: 1 });
  expect(placed.statusCode).toBe(200);
});
