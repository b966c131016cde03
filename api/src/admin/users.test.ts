import { randomUUID } from 'node:crypto';
import type { WireAdminUser } from '@tallystone/core/http-api/admin';
import type { WireError } from '@tallystone/core/http-api/error';
import { aMarket, betOverHttp } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anAdmin, callAs, trailOf } from '@tallystone/testkit/server/desk.ts';
import { aTestApp, demoSignInWith, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet, aSolanaWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';

let database: TestDatabase;
let app: App;
let chief: SignedIn;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  chief = await anAdmin(app, database.db);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const list = async (query: Record<string, string> = {}) => {
  const answer = await callAs(app, chief)({ url: '/api/admin/users', query });
  expect(answer.statusCode).toBe(200);
  return answer.json<WireAdminUser[]>();
};
const found = async ({ user }: SignedIn) => {
  const [one] = await list({ search: user.publicKey });
  if (one === undefined) throw new Error('expected the user');
  return one;
};
const change = (id: string, payload: object, as: SignedIn = chief) =>
  callAs(app, as)({ method: 'POST', url: `/api/admin/users/${id}`, payload });

describe('the list of users', () => {
  test('has the newest first and simulated ones last, one page at a time, each once', async () => {
    const before = (await list()).length;
    await database.db.execute(sql`
      insert into users (id, family, address_bytes, address, wallet_type, simulated, created_at)
      select 'bulk-' || n, 'solana', decode(lpad(to_hex(n), 64, '0'), 'hex'), 'Bulk' || n, 'phantom', n % 3 = 0,
        -- Ten at each moment: the id decides among them.
        now() - interval '1 day' - (n / 10) * interval '1 second'
      from generate_series(1, 250) n`);
    const pages: WireAdminUser[][] = [];
    for (let last: string | undefined; ; last = pages.at(-1)?.at(-1)?.id) {
      const page = await list(last === undefined ? {} : { before: last });
      if (page.length === 0) break;
      pages.push(page);
    }
    const all = pages.flat();
    expect(pages.map((page) => page.length)).toEqual([100, 100, 50 + before]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(250 + before);
    const places = all.map(({ isSimulated = false, createdAt }) => `${isSimulated ? 0 : 1} ${createdAt}`);
    expect(places).toEqual([...places].sort().reverse());
    expect(all.filter(({ isSimulated }) => isSimulated)).toHaveLength(83);
    await database.db.execute(sql`delete from users where id like 'bulk-%'`);
  });

  test('shows level, cap, balance and bets', async () => {
    const wallet = anEvmWallet();
    const alice = await signInWith(app, wallet);
    await betOverHttp(app, {
      wallet,
      headers: alice.headers,
      market: await aMarket(database.db),
      amount: 25.5,
    });
    expect(await found(alice)).toEqual({
      id: expect.any(String),
      publicKey: wallet.wallet.text,
      walletType: 'metamask',
      kycLevel: 0,
      isAdmin: false,
      isGuest: false,
      dailyStakeCap: 1000,
      capIsOwn: false,
      balance: 974.5,
      bets: 1,
      staked: 25.5,
      createdAt: expect.any(String),
    });
    expect(await found(chief)).toMatchObject({ kycLevel: 2, isAdmin: true, bets: 0, staked: 0 });
  });

  test('marks guests, with their visible practice money, also before their first bet', async () => {
    const wallet = anEvmWallet();
    const guest = await demoSignInWith(app, wallet);
    expect(await found(guest)).toMatchObject({ isGuest: true, kycLevel: 0, balance: 1000, bets: 0 });
    const market = await aMarket(database.db);
    await betOverHttp(app, { wallet, headers: guest.headers, market, amount: 10 });
    expect(await found(guest)).toMatchObject({ isGuest: true, balance: 990, bets: 1, staked: 10 });
  });

  test('is searched by part of an address, in any case, without wildcards', async () => {
    const alice = await signInWith(app, aSolanaWallet());
    const part = alice.user.publicKey.slice(5, 20);
    for (const search of [part, part.toUpperCase(), ` ${part.toLowerCase()} `]) {
      expect((await list({ search })).map(({ publicKey }) => publicKey)).toEqual([alice.user.publicKey]);
    }
    for (const search of ['%', '_', "'", '\\', '\0', '0x%']) expect(await list({ search })).toEqual([]);
    expect(await list({ before: 'nobody' })).toEqual([]);
    const nul = await callAs(app, chief)({ url: '/api/admin/users', query: { before: 'no\0body' } });
    expect(nul.statusCode).toBe(400);
  });
});

describe('a change of a user', () => {
  test('takes effect, returns the user and writes one audit row', async () => {
    const alice = await signInWith(app);
    const { id } = await found(alice);
    const trail = (await trailOf(database.db)).length;
    const answer = await change(id, {
      kycLevel: 1,
      dailyStakeCap: 250.5,
      reason: '  Passport \u202e seen\n today ',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(await found(alice));
    expect(answer.json()).toMatchObject({ kycLevel: 1, dailyStakeCap: 250.5, capIsOwn: true });
    expect((await trailOf(database.db)).slice(trail)).toEqual([
      {
        actor: chief.user.publicKey,
        user_id: expect.any(String),
        action: 'user.change',
        subject: alice.user.publicKey,
        before: { kycLevel: 0, dailyStakeCap: null, userId: id },
        after: { kycLevel: 1, dailyStakeCap: 250.5, userId: id },
        reason: 'Passport seen today',
      },
    ]);
    const capOf = async () =>
      (await callAs(app, alice)({ url: '/api/user/limits' })).json<{ dailyStakeCap: number }>().dailyStakeCap;
    await expect.poll(capOf).toBe(250.5);

    // A numeric string is an amount too, and fields that aren't sent stay.
    expect((await change(id, { dailyStakeCap: '0', reason: 'A break, as asked for' })).json()).toMatchObject({
      kycLevel: 1,
      dailyStakeCap: 0,
    });
    expect((await change(id, { dailyStakeCap: null, reason: 'The break is over' })).json()).toMatchObject({
      dailyStakeCap: 1000,
      capIsOwn: false,
    });
  });

  test.each<[object, RegExp, string[]]>([
    [{ kycLevel: 2 }, /only admins have level 2/, ['kycLevel']],
    [{ kycLevel: -1 }, /only admins have level 2/, ['kycLevel']],
    [{ kycLevel: 0.5 }, /Choose level 0 or 1/, ['kycLevel']],
    [{ dailyStakeCap: -1 }, /between 0\.00 and 1000000\.00/, ['dailyStakeCap']],
    [{ dailyStakeCap: 0.001 }, /in whole cents/, ['dailyStakeCap']],
    [{ dailyStakeCap: '1e3' }, /in whole cents/, ['dailyStakeCap']],
    [{ dailyStakeCap: 1_000_000.01 }, /1000000\.00/, ['dailyStakeCap']],
    [{ kycLevel: 1, reason: 'ok' }, /3 to 500 characters/, ['reason']],
    [{ kycLevel: 1, reason: '\u200b\u202e  \n' }, /3 to 500 characters/, ['reason']],
    [{ kycLevel: 1, reason: 'x'.repeat(501) }, /3 to 500 characters/, ['reason']],
    [{ kycLevel: 7, dailyStakeCap: -1, reason: '' }, /reason/, ['reason', 'kycLevel', 'dailyStakeCap']],
    [{ kycLevel: 0 }, /already has this level and cap; nothing was changed/, []],
    [{ dailyStakeCap: null }, /already has this level and cap; nothing was changed/, []],
    [{}, /already has this level and cap; nothing was changed/, []],
  ])('%j is refused, and nothing changes', async (sent, sentence, fields) => {
    const alice = await signInWith(app);
    const before = await found(alice);
    const trail = await trailOf(database.db);
    const answer = await change(before.id, { reason: 'For a good reason', ...sent });
    expect(answer.statusCode).toBe(400);
    const { error, code, fields: named = {} } = answer.json<WireError>();
    expect(code).toBe('invalid-request');
    expect(error).toMatch(sentence);
    expect(error).toMatch(/othing was changed\.$/);
    expect(Object.keys(named)).toEqual(fields);
    expect(await found(alice)).toEqual(before);
    expect(await trailOf(database.db)).toEqual(trail);
  });

  test('of an unknown user is refused', async () => {
    for (const id of [randomUUID(), '%27']) {
      const answer = await change(id, { kycLevel: 1, reason: 'For a good reason' });
      expect([id, answer.statusCode, answer.json<WireError>().code]).toEqual([id, 404, 'not-found']);
    }
  });

  test('of one’s own user is refused, also for an admin with a cap', async () => {
    const { id } = await found(chief);
    for (const sent of [{ kycLevel: 1 }, { dailyStakeCap: 5 }, { dailyStakeCap: 900_000 }]) {
      const answer = await change(id, { ...sent, reason: 'Because I can' });
      expect(answer.statusCode).toBe(403);
      expect(answer.json<WireError>().error).toBe(
        "You can't change your own level or cap; nothing was changed. Ask another admin to do it.",
      );
    }
    const other = await anAdmin(app, database.db);
    expect((await change(id, { dailyStakeCap: 5, reason: 'As agreed' }, other)).statusCode).toBe(200);
    const level = await change(id, { kycLevel: 1, reason: 'As agreed' }, other);
    expect([level.statusCode, level.json<WireError>().error]).toEqual([
      400,
      'Admins always have level 2. Nothing was changed.',
    ]);
  });

  test('by many at the same time happens one after another, each audited with what it found', async () => {
    const alice = await signInWith(app);
    const { id } = await found(alice);
    const trail = (await trailOf(database.db)).length;
    const caps = Array.from({ length: 10 }, (_, i) => 100 + i);
    const answers = await Promise.all(
      caps.map((dailyStakeCap) => change(id, { dailyStakeCap, reason: 'All at once' })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(caps.map(() => 200));
    const changes = (await trailOf(database.db)).slice(trail);
    expect(changes).toHaveLength(10);
    expect(changes.slice(1).map(({ before }) => before)).toEqual(
      changes.slice(0, -1).map(({ after }) => after),
    );
  });
});

describe('in live mode', () => {
  let live: App;
  beforeAll(async () => {
    live = await aTestApp(database, {
      env: { MODE: 'live', DATABASE_URL: database.url, PUBLIC_ORIGIN: 'https://tallystone.example' },
    });
  });
  afterAll(() => live.close());

  test('raising a cap or a level in any way needs two admins', async () => {
    const alice = await signInWith(app);
    const { id } = await found(alice);
    const send = (payload: object) =>
      callAs(
        live,
        chief,
      )({
        method: 'POST',
        url: `/api/admin/users/${id}`,
        headers: { host: 'tallystone.example' },
        payload: { reason: 'For a good reason', ...payload },
      });
    const waits = async (payload: object) => {
      const before = await found(alice);
      const answer = await send(payload);
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        expect.objectContaining({
          kycLevel: before.kycLevel,
          waits: { changeId: expect.stringMatching(/^c_/) },
        }),
      ]);
      expect(await found(alice)).toEqual(before);
      expect((await trailOf(database.db)).at(-1)).toMatchObject({ action: 'change.propose' });
    };
    await waits({ dailyStakeCap: 100.01 });
    // Also above level 1's cap.
    await waits({ kycLevel: 1, dailyStakeCap: 1000.01 });
    // And by a level with a higher cap.
    await waits({ kycLevel: 1 });
    expect((await send({ dailyStakeCap: 50 })).json()).toMatchObject({ dailyStakeCap: 50, capIsOwn: true });
    await waits({ dailyStakeCap: 50.01 });
    // Back to the default of 100.
    await waits({ dailyStakeCap: null });
    // Raising a level needs two admins even if the user's own cap hides its effect.
    await waits({ dailyStakeCap: 49.99, kycLevel: 1 });
    expect((await send({ dailyStakeCap: 49.99 })).json()).toMatchObject({
      dailyStakeCap: 49.99,
      kycLevel: 0,
    });
    await waits({ kycLevel: 1, reason: 'Papers were shown' });
    await database.db.execute(sql`update users set kyc_level = 1 where id = ${id}`);
    await waits({ dailyStakeCap: null, reason: 'The cap of the level applies again' });
    expect((await send({ kycLevel: 0 })).json()).toMatchObject({ dailyStakeCap: 49.99, kycLevel: 0 });
  });
});
