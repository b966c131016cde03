import { randomUUID } from 'node:crypto';
import type { WireLimits } from '@tallystone/core/http-api/account';
import type { PlacedBet, WireBet, WireCashOutQuote } from '@tallystone/core/http-api/betting';
import {
  aBetBody,
  aCashOutBody,
  aMarket,
  betOverHttp,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { aTestApp, demoSignInWith, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet, type TestWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { replaySignatures } from '../betting/replay-signatures.ts';
import { col, rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { grantRole } from './admin-grants.ts';

let database: MovedDatabase;
let app: App;
let market: TestMarket;

beforeAll(async () => {
  database = await createMovedDatabase();
  app = await aTestApp(database, { now: database.now });
  market = await aMarket(database.db);
});
afterEach(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' })) {
    expect(offenders).toEqual([]);
  }
  expect((await replaySignatures(database.db)).differences).toEqual([]);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const get = (url: string, { headers }: SignedIn) => app.http.inject({ url, headers });
const post = (url: string, { headers }: SignedIn, payload?: object) =>
  app.http.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...(payload !== undefined && { 'idempotency-key': randomUUID() }) },
    ...(payload !== undefined && { payload }),
  });
const limitsOf = async (who: SignedIn) => (await get('/api/user/limits', who)).json<WireLimits>();
const betsOf = async (who: SignedIn) => (await get('/api/user/bets', who)).json<WireBet[]>();
const bet = async (wallet: TestWallet, { headers }: SignedIn, amount: number): Promise<PlacedBet> => {
  const placed = await betOverHttp(app, { wallet, headers, market, amount });
  expect([placed.statusCode, placed.body]).toEqual([200, expect.any(String)]);
  return placed.json();
};
/** The users who show a wallet, as the books have them. */
const inBooks = (wallet: TestWallet) =>
  rows(
    database.db,
    { guest: col.bool, balance: col.text.orNull, grants: col.number },
    sql`
      select u.guest, a.balance::text,
        (select count(*)::int from entries e where e.key like 'faucet-grant:' || u.id || ':%') as grants
      from users u left join accounts a on a.user_id = u.id
      where u.address = ${wallet.wallet.text} order by u.created_at`,
  );

describe('a stranger in a demo session that shows the wallet of another person', () => {
  test('replays a captured bet text six times and spends nothing of the owner', async () => {
    const alice = anEvmWallet();
    const owner = await signInWith(app, alice);
    const [outcomeId = ''] = market.outcomeIds;
    const captured = aBetBody(alice, { marketId: market.marketId, outcomeId, amount: 50, odds: 1.5 });
    const stranger = await demoSignInWith(app, alice);
    for (let n = 0; n < 6; n += 1) await post('/api/bets', stranger, captured);
    expect(await limitsOf(owner)).toMatchObject({ balance: 1000, usedToday: 0, capLeft: 1000 });
    expect(await betsOf(owner)).toEqual([]);
    // The stranger spent their own funds, and the owner's bet with the same text is not a repeat.
    expect(await limitsOf(stranger)).toMatchObject({ balance: 700, usedToday: 300 });
    expect((await post('/api/bets', owner, captured)).statusCode).toBe(200);
    expect((await betsOf(owner)).length).toBe(1);
  });

  test('cannot sell a bet of the owner with a cash-out that was refused when it was signed', async () => {
    const [alice, bob] = [anEvmWallet(), anEvmWallet()];
    const owner = await signInWith(app, alice);
    const { id } = await bet(alice, owner, 100);
    await database.advance(60_000);
    const url = `/api/bets/${id}/cash-out`;
    const { amount } = (await get(url, owner)).json<WireCashOutQuote>();
    const captured = aCashOutBody(alice, { betId: id, amount: (amount ?? 0) + 1 });
    expect((await post(url, owner, captured)).json()).toMatchObject({ code: 'odds-changed' });

    // Another bet raises its value, so that the requested amount is less than the market gives.
    await bet(bob, await signInWith(app, bob), 400);
    await database.advance(60_000);
    expect((await get(url, owner)).json<WireCashOutQuote>().amount).toBeGreaterThan(Number(captured.amount));
    const replayed = await post(url, await demoSignInWith(app, alice), captured);
    expect([replayed.statusCode, replayed.json().code]).toEqual([404, 'not-found']);
    expect(await betsOf(owner)).toMatchObject([{ id, status: 'confirmed' }]);
  });

  test('cannot read bets, limits, statement, profit, figures or receipts of the owner', async () => {
    const alice = anEvmWallet();
    const owner = await signInWith(app, alice);
    const { id } = await bet(alice, owner, 25);
    await app.http.inject({
      method: 'PUT',
      url: '/api/user/limits',
      headers: owner.headers,
      payload: { ownCap: 300 },
    });
    const stranger = await demoSignInWith(app, alice);
    expect(await betsOf(stranger)).toEqual([]);
    expect(await limitsOf(stranger)).toMatchObject({ balance: 1000, usedToday: 0, ownCap: null });
    expect((await get('/api/user/statement', stranger)).json()).toEqual([]);
    expect((await get('/api/user/profit', stranger)).json()).toMatchObject({ total: 0 });
    expect((await get('/api/user/profile', stranger)).json()).toMatchObject({
      publicKey: alice.wallet.text,
      verified: false,
      stats: { totalBets: 0, totalWagered: 0 },
    });
    for (const url of [`/api/receipts/${id}`, `/api/bets/${id}/cash-out`]) {
      expect((await get(url, stranger)).statusCode).toBe(404);
      expect((await get(url, owner)).statusCode).not.toBe(404);
    }
  });

  test('cannot end the signed session of the wallet or another guest by 21 demo sessions', async () => {
    const alice = anEvmWallet();
    const [signed, guest] = [await signInWith(app, alice), await demoSignInWith(app, alice)];
    for (let n = 0; n < 21; n += 1) await demoSignInWith(app, alice);
    expect((await get('/api/user/profile', signed)).statusCode).toBe(200);
    expect((await get('/api/user/profile', guest)).statusCode).toBe(200);
  });

  test('has no grant of the owner', async () => {
    const [admin, guardian] = [anEvmWallet(), anEvmWallet()];
    await grantRole(database.db, {
      role: 'admin',
      wallet: admin.wallet,
      grantedBy: 'command-line',
      now: new Date(),
    });
    await grantRole(database.db, {
      role: 'guardian',
      wallet: guardian.wallet,
      grantedBy: 'command-line',
      now: new Date(),
    });
    const asAdmin = await demoSignInWith(app, admin);
    expect(asAdmin.user).toMatchObject({ kycLevel: 0, dailyStakeCap: 1000, verified: false });
    expect((await get('/api/user/profile', asAdmin)).json()).toMatchObject({ kycLevel: 0 });
    expect((await get('/api/admin/users', asAdmin)).statusCode).toBe(403);
    const asGuardian = await demoSignInWith(app, guardian);
    expect((await get('/api/guardian/resolutions', asGuardian)).statusCode).toBe(403);
    expect((await signInWith(app, admin)).user).toMatchObject({ kycLevel: 2 });
  });
});

describe('a guest', () => {
  test('cannot be reached after the session ends, by a new guest or by the wallet itself', async () => {
    const alice = anEvmWallet();
    const ends: [string, (guest: SignedIn) => Promise<unknown>][] = [
      ['signed out', (guest) => post('/api/auth/logout', guest)],
      ['expired', () => database.advance(12 * 3_600_000 + 1000)],
    ];
    for (const [how, end] of ends) {
      const guest = await demoSignInWith(app, alice);
      const { id } = await bet(alice, guest, 10);
      expect((await get(`/api/receipts/${id}`, guest)).statusCode).toBe(200);
      await end(guest);
      expect([how, (await get('/api/user/bets', guest)).statusCode]).toEqual([how, 401]);
      for (const later of [await demoSignInWith(app, alice), await signInWith(app, alice)]) {
        expect(await betsOf(later)).toEqual([]);
        expect(await limitsOf(later)).toMatchObject({ balance: 1000 });
        expect((await get(`/api/receipts/${id}`, later)).statusCode).toBe(404);
      }
    }
  });

  test('sees practice money, which the books give once with the first bet, even if two come at the same time', async () => {
    const alice = anEvmWallet();
    const guest = await demoSignInWith(app, alice);
    expect(await limitsOf(guest)).toMatchObject({ balance: 1000, capLeft: 1000 });
    expect((await get('/api/user/statement', guest)).json()).toEqual([]);
    expect(await inBooks(alice)).toEqual([{ guest: true, balance: null, grants: 0 }]);
    const { headers } = guest;
    const placed = await Promise.all(
      [30, 40, 50].map((amount) => betOverHttp(app, { wallet: alice, headers, market, amount })),
    );
    const staked = placed
      .filter(({ statusCode }) => statusCode === 200)
      .reduce((sum, answer) => sum + answer.json<PlacedBet>().amount, 0);
    expect(staked).toBeGreaterThan(0);
    expect(await limitsOf(guest)).toMatchObject({ balance: 1000 - staked, usedToday: staked });
    const statement = (await get('/api/user/statement', guest)).json();
    expect(statement.at(-1)).toMatchObject({ kind: 'faucet-grant', amount: 1000, balance: 1000 });
    expect(statement[0]).toMatchObject({ kind: 'bet', balance: 1000 - staked });
    expect(await inBooks(alice)).toEqual([
      { guest: true, balance: String((1000 - staked) * 1e6), grants: 1 },
    ]);
  });

  test('gets nothing for a bet that the wallet did not sign', async () => {
    const [alice, mallory] = [anEvmWallet(), anEvmWallet()];
    const guest = await demoSignInWith(app, alice);
    const [outcomeId = ''] = market.outcomeIds;
    const forged = {
      ...aBetBody(mallory, { marketId: market.marketId, outcomeId, amount: 5, odds: 1.5 }),
      publicKey: alice.wallet.text,
    };
    expect((await post('/api/bets', guest, forged)).json()).toMatchObject({ code: 'signature-invalid' });
    expect(await inBooks(alice)).toEqual([{ guest: true, balance: null, grants: 0 }]);
  });

  test('may show a wallet that has a user, and the wallet may sign in after its guests', async () => {
    const alice = anEvmWallet();
    const { headers } = await demoSignInWith(app, alice);
    await betOverHttp(app, { wallet: alice, headers, market, amount: 20 });
    const owner = await signInWith(app, alice);
    expect(owner.user.verified).toBe(true);
    await demoSignInWith(app, alice);
    await bet(alice, await signInWith(app, alice), 15);
    expect(await limitsOf(owner)).toMatchObject({ balance: 985 });
    expect((await inBooks(alice)).map(({ guest }) => guest)).toEqual([true, false, true]);
  });
});

describe('a wallet that takes a break', () => {
  const enter = ({ wallet }: TestWallet) =>
    app.http.inject({
      method: 'POST',
      url: '/api/auth/demo',
      payload: { wallet: wallet.text, chain: 'Polygon' },
    });
  const takeBreak = (owner: SignedIn) => post('/api/user/break', owner, { period: '24-hours' });

  test('gets no new guest while the break begins', async () => {
    const alice = anEvmWallet();
    const owner = await signInWith(app, alice);
    const [paused, ...entered] = await Promise.all([takeBreak(owner), enter(alice), enter(alice)]);
    expect(paused?.statusCode).toBe(200);
    const open = await rows(
      database.db,
      sql`
        select from sessions s join users u on u.id = s.user_id
        where u.guest and u.address = ${alice.wallet.text} and s.revoked_at is null`,
    );
    expect(open).toEqual([]);
    for (const { statusCode } of entered) expect([200, 409]).toContain(statusCode);
  });

  test('has no guests: existing ones are signed out, and no new ones are let in until the break ends', async () => {
    const [alice, bob] = [anEvmWallet(), anEvmWallet()];
    const owner = await signInWith(app, alice);
    const [guest, another] = [await demoSignInWith(app, alice), await demoSignInWith(app, bob)];
    await bet(alice, guest, 10);
    await bet(bob, another, 10);
    expect((await takeBreak(owner)).statusCode).toBe(200);

    const [outcomeId = ''] = market.outcomeIds;
    const more = aBetBody(alice, { marketId: market.marketId, outcomeId, amount: 5, odds: 1.1 });
    expect((await post('/api/bets', guest, more)).statusCode).toBe(401);
    expect((await get('/api/user/bets', another)).statusCode).toBe(200);
    expect((await post('/api/bets', owner, more)).json()).toMatchObject({ code: 'self-excluded' });
    // The caller may be a stranger, who must not learn why or until when.
    const refused = await enter(alice);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: 'wrong-state',
        error: "This wallet can't continue as a guest right now. Sign in with it.",
        requestId: expect.anything(),
        reason: { code: 'no-guest' },
      },
    ]);
    expect((await inBooks(alice)).map((user) => user.guest)).toEqual([false, true]);
    expect((await enter(bob)).statusCode).toBe(200);

    await database.advance(24 * 3_600_000 + 1000);
    expect((await enter(alice)).statusCode).toBe(200);
  });
});
