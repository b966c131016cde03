import { randomUUID } from 'node:crypto';
import type { WireLimits } from '@tallystone/core/http-api/account';
import type { PlacedBet, WireBet, WireCashOutQuote } from '@tallystone/core/http-api/betting';
import type { WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';
import {
  aBetBody,
  aCashOutBody,
  aFeedMarket,
  aMarket,
  betOverHttp,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { createMovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { aTestApp, demoSignInWith, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { signAct } from '@tallystone/testkit/wallets/sign-act.ts';
import { anEvmWallet, aSolanaWallet, type TestWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../app.ts';
import type { Database } from '../db/open-database.ts';
import { col, rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';

let database: TestDatabase;
let second: Database;
let app: App;
let other: App;
let market: TestMarket;
let wallet: TestWallet;
let signedIn: SignedIn;
beforeAll(async () => {
  database = await createTestDatabase();
  second = await openPatiently(database.url);
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
  ['a guest of the demo', anEvmWallet(), demoSignInWith],
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
      market: {
        title: 'Will it rain in Bergen tomorrow?',
        category: 'sports',
        state: 'open',
        settlesBy: expect.any(String),
      },
      outcomeName: 'Yes',
      noCashOut: { code: 'too-soon', availableAt: expect.any(String) },
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

test.each([
  ['of our own', () => aMarket(database.db)],
  ['of the feed, where bets are decided under locks', () => aFeedMarket(database.db)],
])(
  'once another process ended a session, no bet is placed with it on a market %s, and bets beside it are',
  async (_which, open) => {
    const [on, mine, theirs] = [await open(), anEvmWallet(), anEvmWallet()];
    const [own, others] = [await signInWith(app, mine), await signInWith(app, theirs)];
    const bet = (signer: TestWallet, { headers }: SignedIn) => {
      const payload = aBetBody(signer, { ...on, outcomeId: on.outcomeIds[0] ?? '', amount: 1, odds: 1.5 });
      return app.http.inject({ method: 'POST', url: '/api/bets', headers, payload });
    };
    expect((await bet(mine, own)).statusCode).toBe(200);
    await other.http.inject({
      method: 'POST',
      url: '/api/user/sessions/sign-out',
      headers: own.headers,
    });
    const [refused, placed] = await Promise.all([bet(mine, own), bet(theirs, others)]);
    expect([refused.statusCode, refused.json().error]).toEqual([401, 'Sign in to do this.']);
    expect(placed.statusCode).toBe(200);
    // Other calls would have believed the session for a second.
    expect((await app.http.inject({ url: '/api/user/limits', headers: own.headers })).statusCode).toBe(401);
    const again = await signInWith(app, mine);
    expect(await limitsOf(again)).toMatchObject({ usedToday: 1, balance: 999 });
  },
);

test('without a session a caller can neither bet nor see bets and limits', async () => {
  const [outcomeId = ''] = market.outcomeIds;
  const payload = aBetBody(wallet, { ...ids(), outcomeId, amount: 1, odds: 1.9 });
  for (const asked of [
    { method: 'POST', url: '/api/bets', payload },
    { method: 'GET', url: '/api/user/bets' },
    { method: 'GET', url: '/api/user/limits' },
    { method: 'PUT', url: '/api/user/limits', payload: { ownCap: 1 } },
    { method: 'POST', url: '/api/user/break', payload: { period: '24-hours' } },
    { method: 'GET', url: '/api/user/statement' },
    { method: 'GET', url: '/api/user/profit' },
    { method: 'GET', url: '/api/bets/b_x/cash-out' },
    { method: 'POST', url: '/api/bets/b_x/cash-out', payload: { amount: 1, signature: '0x' } },
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
  const { reason: _, ...refused } = answer.json();
  expect(refused).toEqual({
    error: expect.any(String),
    code: 'invalid-request',
    requestId: expect.any(String),
  });
  expect(await countBets()).toBe(before);
});

async function countBets(): Promise<string> {
  const [row] = await rows(database.db, { n: col.text }, sql`select count(*)::text as n from bets`);
  return row?.n ?? '';
}

test('each refusal has its status and the figures that help the bettor', async () => {
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

test("older bets follow the last one seen, and never another user's", async () => {
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

test('a bet is cashed out, and limits, statement and profit follow', async () => {
  const moved = await createMovedDatabase();
  const there = await aTestApp(moved, { now: moved.now });
  const sold = await aMarket(moved.db);
  const signer = anEvmWallet();
  // A guest, whose session no wallet signed: the signature of the cash-out itself is enough.
  const { headers } = await demoSignInWith(there, signer);
  const placed = await betOverHttp(there, { wallet: signer, headers, market: sold, amount: 100 });
  const { id } = placed.json<PlacedBet>();
  const url = `/api/bets/${id}/cash-out`;
  const quote = async () => (await there.http.inject({ url, headers })).json<WireCashOutQuote>();
  const sell = (amount: number | string) =>
    there.http.inject({ method: 'POST', url, headers, payload: aCashOutBody(signer, { betId: id, amount }) });

  expect(await quote()).toMatchObject({ amount: null, availableAt: expect.any(String) });
  const early = await sell(50);
  expect([early.statusCode, early.json()]).toEqual([
    409,
    {
      code: 'cash-out-unavailable',
      error: expect.stringMatching(/one minute/),
      requestId: expect.any(String),
      reason: { code: 'cash-out-too-soon' },
    },
  ]);
  await moved.advance(60_000);
  const { amount } = await quote();
  if (amount === null) throw new Error('expected an offer');
  const greedy = await sell(amount + 1);
  expect([greedy.statusCode, greedy.json()]).toMatchObject([409, { code: 'odds-changed', cashOut: amount }]);
  const answers = await Promise.all([sell(amount), sell(amount), sell(amount)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const other = await sell(amount - 1);
  expect([other.statusCode, other.json().code]).toEqual([409, 'cash-out-unavailable']);
  // The list of markets has the change as soon as it is answered.
  const [listed] = (await there.http.inject('/api/markets')).json<WireListedMarket[]>();
  expect(listed).toMatchObject({ id: sold.marketId, version: 3, volume: 100 });

  const get = async (path: string) => (await there.http.inject({ url: path, headers })).json();
  expect(await get('/api/user/limits')).toMatchObject({ balance: 900 + amount, usedToday: 100 });
  expect((await get('/api/user/statement')).map(({ kind }: { kind: string }) => kind)).toEqual([
    'cash-out',
    'bet',
    'faucet-grant',
  ]);
  const loss = Math.round((amount - 100) * 100) / 100;
  expect((await get('/api/user/profit')).total).toBe(loss);
  expect((await get('/api/user/profile')).stats).toEqual({
    totalBets: 1,
    combos: 0,
    activeBets: 0,
    totalWagered: 100,
    endedBets: 1,
    profit: loss,
    openStakes: 0,
  });
  await there.close();
  await moved.close();
});

test('limits and breaks are set by a wallet that signed in, and apply to all its sessions', async () => {
  const owner = anEvmWallet();
  const [signed, another] = [await signInWith(app, owner), await signInWith(app, owner)];
  const guest = await demoSignInWith(app, owner);
  const call = (as: SignedIn, method: 'PUT' | 'POST', url: string, payload: object) =>
    app.http.inject({ method, url, headers: as.headers, payload });
  const bet = (as: SignedIn, amount: number) =>
    betOverHttp(app, { wallet: owner, headers: as.headers, market, amount });
  expect((await call(guest, 'PUT', '/api/user/limits', { ownCap: 10 })).statusCode).toBe(403);
  expect((await call(guest, 'POST', '/api/user/break', { period: '24-hours' })).statusCode).toBe(403);
  expect(await limitsOf(guest)).toMatchObject({ ownCap: null });

  const lowered = await call(signed, 'PUT', '/api/user/limits', { ownCap: 10 });
  expect([lowered.statusCode, lowered.json()]).toMatchObject([
    200,
    { ownCap: 10, capLeft: 10, givenCap: 1000 },
  ]);
  expect((await bet(another, 10.01)).json()).toMatchObject({ code: 'cap-reached', capLeft: 10 });
  for (const payload of [
    { ownCap: -1 },
    { ownCap: 0.001 },
    { ownCap: 1e7 },
    { ownCap: true },
    { ownCap: [5] },
    {},
  ]) {
    const refused = await call(signed, 'PUT', '/api/user/limits', payload);
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid-request']);
  }
  for (const payload of [{ period: '1-hour' }, { period: null }, {}, { period: '24-hours', until: 'now' }]) {
    expect((await call(signed, 'POST', '/api/user/break', payload)).statusCode).toBe(400);
  }
  expect(await limitsOf(another)).toMatchObject({ ownCap: 10 });
  expect((await bet(another, 1)).statusCode).toBe(200);

  const paused = await call(signed, 'POST', '/api/user/break', {
    period: '7-days',
    signed: await signAct((options) => app.http.inject(options), owner, { kind: 'break', period: '7-days' }),
  });
  expect(paused.json()).toMatchObject({ blocked: { kind: 'break' } });
  const refused = await bet(await signInWith(app, owner), 1);
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'self-excluded',
      error: expect.stringMatching(/You asked not to bet until/),
      requestId: expect.any(String),
      reason: { code: 'self-excluded', until: expect.any(String) },
    },
  ]);
  const shorter = await call(signed, 'POST', '/api/user/break', { period: '24-hours' });
  expect([shorter.statusCode, shorter.json().code]).toEqual([409, 'wrong-state']);
});

test('practice money is topped up during a break too', async () => {
  const owner = anEvmWallet();
  const session = await signInWith(app, owner);
  await betOverHttp(app, { wallet: owner, headers: session.headers, market, amount: 995 });
  await app.http.inject({
    method: 'POST',
    url: '/api/user/break',
    headers: session.headers,
    payload: {
      period: '1-year',
      signed: await signAct((options) => app.http.inject(options), owner, {
        kind: 'break',
        period: '1-year',
      }),
    },
  });
  expect(await limitsOf(session)).toMatchObject({ balance: 1000, blocked: { kind: 'exclusion' } });
});

test('broken books stop betting, not reading', async () => {
  app.readiness.stopBetsWhile(() => true);
  const stopped = await betOverHttp(app, { wallet, headers: signedIn.headers, market, amount: 1 });
  expect([stopped.statusCode, stopped.json().code]).toEqual([503, 'not-ready']);
  expect((await app.http.inject({ url: '/api/health/betting' })).statusCode).toBe(503);
  expect((await app.http.inject({ url: '/api/markets' })).statusCode).toBe(200);
  expect((await app.http.inject({ url: '/api/user/bets', headers: signedIn.headers })).statusCode).toBe(200);
  // No cash-out is paid either.
  const sale = await app.http.inject({
    method: 'POST',
    url: '/api/bets/b_x/cash-out',
    headers: signedIn.headers,
    payload: aCashOutBody(wallet, { betId: 'b_x', amount: 1 }),
  });
  expect([sale.statusCode, sale.json().code]).toEqual([503, 'not-ready']);
  app.readiness.stopBetsWhile(() => false);
  const placed = await betOverHttp(app, { wallet, headers: signedIn.headers, market, amount: 1 });
  expect(placed.statusCode).toBe(200);
});
