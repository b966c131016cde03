import type { WireAdminUser, WireSettings } from '@tallystone/core/http-api/admin';
import type { NewMarketForm } from '@tallystone/core/http-api/admin-markets';
import type { WirePendingChange } from '@tallystone/core/http-api/changes';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireResultsQueue } from '@tallystone/core/http-api/settlement';
import { everyGroupCap } from '@tallystone/core/settings/market-caps';
import { aBettor } from '@tallystone/testkit/betting/betting.ts';
import { aLiveApp, anAdminDesk, type Desk } from '@tallystone/testkit/betting/results.ts';
import { aCuttingProxy } from '@tallystone/testkit/database/lost-commit.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { trailOf } from '@tallystone/testkit/server/desk.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { aSignatureOf } from '@tallystone/testkit/wallets/sign-act.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { col, rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { approveChange, listChanges } from './pending-changes.ts';

let database: TestDatabase;
let app: App;
let live: App;
let alice: Awaited<ReturnType<typeof anAdminDesk>>;
let bob: Awaited<ReturnType<typeof anAdminDesk>>;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  live = await aLiveApp(database);
  alice = await anAdminDesk(live, app, database.db);
  bob = await anAdminDesk(live, app, database.db);
});
beforeEach(async () => {
  await database.db.execute(sql`delete from pending_changes`);
  await database.db.execute(sql`delete from settings`);
  await database.db.execute(sql`insert into settings default values`);
});
afterEach(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' }))
    expect(offenders).toEqual([]);
});
afterAll(async () => {
  await app.close();
  await live.close();
  await database.close();
});

const reject = (desk: Desk, id: string, reason: string) =>
  desk.post(`/api/admin/changes/${id}/reject`, { reason });
const READER = { kind: 'admin', userId: '', address: '' } as const;
/** The waiting changes, as any admin sees them. */
const waiting = (): Promise<WirePendingChange[]> =>
  listChanges(database.db, { actor: READER, mode: 'live', now: new Date() });
/** Approves the change's current effect. */
const approve = async (desk: Desk, id: string) => {
  const seen = (await waiting()).find((change) => change.id === id)?.summary ?? 'none';
  return desk.approveChange(id, seen);
};
const weighted = (title: string, fields: Partial<NewMarketForm> = {}): NewMarketForm => ({
  type: 'crypto',
  category: 'bitcoin',
  title,
  outcomes: ['Yes', 'No'],
  probabilities: [80, 20],
  ...fields,
});
/** Proposes a change, which then waits. */
async function propose(desk: Desk, method: 'POST' | 'PUT', url: string, payload: object): Promise<string> {
  const answer = await desk.call({ method, url, payload });
  expect([answer.statusCode, answer.json().waits]).toEqual([
    200,
    { changeId: expect.stringMatching(/^c_[0-9a-f]{20}$/) },
  ]);
  return answer.json().waits.changeId;
}
const proposeMarket = (form: NewMarketForm, desk: Desk = alice) =>
  propose(desk, 'POST', '/api/admin/create-market', form);
const proposeSettings = (sent: object) => propose(alice, 'PUT', '/api/admin/settings', sent);
const settings = async () => (await alice.get('/api/admin/settings')).json<WireSettings>();
const marketsCalled = (title: string) =>
  rows(
    database.db,
    { id: col.text, probability: col.number },
    sql`
      select m.id, o.initial_probability as probability from markets m join outcomes o on o.market_id = m.id
      where m.title = ${title} order by o.position`,
  );
async function expectRefused(
  answer: { statusCode: number; json<T>(): T },
  [status, code, sentence]: [number, string, RegExp],
): Promise<void> {
  const error = answer.json<WireError>();
  expect([answer.statusCode, error.code, error.error]).toEqual([
    status,
    code,
    expect.stringMatching(sentence),
  ]);
}

describe('a market with starting probabilities in live mode', () => {
  test('waits for a second admin, who opens exactly what was proposed', async () => {
    const form = weighted('Weighted in live');
    const id = await proposeMarket(form);
    expect(await marketsCalled(form.title)).toEqual([]);
    expect(await waiting()).toEqual([
      {
        id,
        kind: 'create-market',
        summary:
          'Open "Weighted in live" with starting probabilities of "Yes" 80%, "No" 20%, betting for 30 days and a budget of 10000.00 USDC.',
        summaryReason: {
          code: 'open-for-days',
          title: 'Weighted in live',
          shares: '"Yes" 80%, "No" 20%',
          days: 30,
          amount: 10_000,
        },
        proposedBy: alice.admin.wallet.text,
        proposedAt: expect.any(String),
        expiresAt: expect.any(String),
        payload: form,
      },
    ]);
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      actor: alice.admin.wallet.text,
      action: 'change.propose',
      subject: id,
    });
    const trail = (await trailOf(database.db)).length;
    expect((await approve(bob, id)).json()).toEqual({ id });
    const [market, other] = await marketsCalled(form.title);
    expect([market?.probability, other?.probability]).toEqual([0.8, 0.2]);
    expect(await waiting()).toEqual([]);
    expect((await trailOf(database.db)).slice(trail)).toMatchObject([
      {
        actor: bob.admin.wallet.text,
        action: 'change.approve',
        subject: id,
        after: { action: 'market.create', subject: market?.id, proposedBy: alice.admin.wallet.text },
      },
    ]);
    // The list has it before the response.
    const listed = (
      await live.http.inject({ url: '/api/markets', headers: { host: 'tallystone.example' } })
    ).json();
    expect(listed.map((each: { id: string }) => each.id)).toContain(market?.id);
  });

  test('that is invalid is refused at once', async () => {
    const answer = await alice.post('/api/admin/create-market', weighted('x'));
    await expectRefused(answer, [400, 'invalid-request', /No market was created\.$/]);
    expect(await waiting()).toEqual([]);
  });

  test('proposed twice waits once, but once for each of two admins', async () => {
    const form = weighted('Asked for twice');
    const trail = (await trailOf(database.db)).length;
    const ids = await Promise.all([1, 2, 3, 4].map(() => proposeMarket(form)));
    expect(new Set(ids).size).toBe(1);
    expect((await trailOf(database.db)).length).toBe(trail + 1);
    const his = await proposeMarket(form, bob);
    expect(await waiting()).toHaveLength(2);
    expect((await approve(bob, ids[0] ?? '')).statusCode).toBe(200);
    // The title is taken now, so the second one can't be made and waits until it is rejected.
    expect((await waiting())[0]?.problem).toMatch(/^An open market already has this title/);
    await expectRefused(await approve(alice, his), [
      409,
      'already-exists',
      /already has this title\. No market was created/,
    ]);
    expect((await waiting()).map(({ id }) => id)).toEqual([his]);
    expect((await reject(alice, his, 'There is one')).json()).toEqual({ id: his });
    expect(await waiting()).toEqual([]);
  });

  test('with text that the database can’t store is stored without that text', async () => {
    await proposeMarket(weighted('A title\0 \ud800 of this'));
    expect((await waiting())[0]?.payload).toMatchObject({ title: 'A title  of this' });
  });

  test('that is no longer valid is refused with its sentence and keeps waiting', async () => {
    const id = await proposeMarket(
      weighted('Ends soon', { eventDate: new Date(Date.now() + 3_600_000).toISOString() }),
    );
    const actor = { kind: 'admin', userId: '', address: bob.admin.wallet.text } as const;
    const [user] = await rows(
      database.db,
      { id: col.text },
      sql`select id from users where address = ${bob.admin.wallet.text}`,
    );
    const seen = (await waiting())[0]?.summary ?? '';
    const asked = { id, seen, actor: { ...actor, userId: user?.id ?? '' }, mode: 'live' } as const;
    await expect(
      approveChange(database.db, { ...asked, now: new Date(Date.now() + 7_200_000) }),
    ).rejects.toMatchObject({
      code: 'invalid-request',
      message: 'Enter a date in the future. No market was created.',
    });
    expect(await waiting()).toHaveLength(1);
    expect(await marketsCalled('Ends soon')).toEqual([]);
  });

  test('in a CSV is rejected with its reason, as before', async () => {
    const csv = 'type,category,title,outcomes,probabilities\ncrypto,bitcoin,Weighted by CSV,Yes|No,80|20\n';
    const answer = await alice.post('/api/admin/import-csv', { csv });
    expect(answer.json()).toMatchObject({
      imported: 0,
      rejected: [{ row: 2, reason: 'Unequal starting probabilities need a second admin.' }],
    });
    expect(await waiting()).toEqual([]);
  });
});

describe('raised amounts in live mode', () => {
  test('wait with everything sent with them; lowered ones don’t', async () => {
    const before = await settings();
    const id = await proposeSettings({ gameCap: 12_000, autoImport: true, stakeCapLevel0: 50 });
    expect(await settings()).toEqual(before);
    expect((await waiting())[0]).toMatchObject({
      kind: 'change-settings',
      summary:
        'Change importing games by itself on, the cap of a new game from 10000.00 to 12000.00 USDC, the daily stake cap of level 0 from 100.00 to 50.00 USDC.',
    });
    const lowered = await alice.call({
      method: 'PUT',
      url: '/api/admin/settings',
      payload: { marketCap: 4000 },
    });
    expect(lowered.json()).toEqual({ ...before, marketCap: 4000 });
    expect((await approve(bob, id)).statusCode).toBe(200);
    expect(await settings()).toEqual({
      ...before,
      marketCap: 4000,
      gameCap: 12_000,
      autoImport: true,
      stakeCapLevel0: 50,
    });
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      action: 'change.approve',
      before: { gameCap: 10_000, autoImport: false, stakeCapLevel0: 100 },
      after: {
        action: 'settings.change',
        changed: { gameCap: 12_000, autoImport: true, stakeCapLevel0: 50 },
      },
    });
  });

  test('that were proposed before groups had caps become those of every group', async () => {
    const before = await settings();
    const id = await proposeSettings({ totalsCap: 800 });
    await database.db.execute(sql`
      update pending_changes set payload = '{"sideMarketCap": 800}' where id = ${id}`);
    expect((await waiting())[0]?.summary).toContain(
      'the cap of a new market on a part of the game from 500.00 to 800.00 USDC',
    );
    expect((await approve(bob, id)).statusCode).toBe(200);
    const { playersCap: _, ...caps } = everyGroupCap(800);
    expect(await settings()).toEqual({ ...before, ...caps });
  });

  test('that are no longer valid, or already in force, keep waiting', async () => {
    const marketCap = await proposeSettings({ marketCap: 9000 });
    await alice.call({ method: 'PUT', url: '/api/admin/settings', payload: { gameCap: 8000 } });
    await expectRefused(await approve(bob, marketCap), [
      400,
      'invalid-request',
      /^A game's cap can't be below/,
    ]);
    const gameCap = await proposeSettings({ gameCap: 8500 });
    await database.db.execute(sql`update settings set game_cap = 8500000000`);
    await expectRefused(await approve(bob, gameCap), [
      400,
      'invalid-request',
      /^The settings already have these values/,
    ]);
    expect(await waiting()).toHaveLength(2);
  });
});

describe("a user's raised cap in live mode", () => {
  test('waits for a second admin, who is not that user', async () => {
    const { session, wallet } = await aBettor(database.db);
    const sent = { dailyStakeCap: 5000, kycLevel: 1, reason: 'A good customer' };
    const id = await propose(alice, 'POST', `/api/admin/users/${session.userId}`, sent);
    expect((await waiting())[0]).toMatchObject({
      kind: 'change-user',
      summary: `Change the daily stake cap of ${wallet.text} from 100.00 to 5000.00 USDC and its level from 0 to 1: A good customer`,
      payload: sent,
    });
    expect((await approve(bob, id)).statusCode).toBe(200);
    const [user] = (await alice.get(`/api/admin/users?search=${wallet.text}`)).json<WireAdminUser[]>();
    expect(user).toMatchObject({ dailyStakeCap: 5000, kycLevel: 1, capIsOwn: true });
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      action: 'change.approve',
      reason: 'A good customer',
      after: { action: 'user.change', subject: wallet.text },
    });

    const [bobs] = (await alice.get(`/api/admin/users?search=${bob.admin.wallet.text}`)).json<
      WireAdminUser[]
    >();
    const own = await propose(alice, 'POST', `/api/admin/users/${bobs?.id}`, {
      dailyStakeCap: 50_000,
      reason: 'He asked for it',
    });
    await expectRefused(await approve(bob, own), [
      403,
      'forbidden',
      /^You can't change your own level or cap/,
    ]);
    expect((await waiting()).map((change) => change.id)).toEqual([own]);
  });
});

describe("a user's raised level in live mode", () => {
  test("waits for a second admin, even if the user's own cap keeps the cap the same", async () => {
    const { session, wallet } = await aBettor(database.db);
    const user = `/api/admin/users/${session.userId}`;
    await database.db.execute(sql`update users set daily_stake_cap = 50000000 where id = ${session.userId}`);
    const id = await propose(alice, 'POST', user, { kycLevel: 1, reason: 'Papers were shown' });
    const levels = async () =>
      rows(
        database.db,
        { kyc_level: col.number },
        sql`select kyc_level from users where id = ${session.userId}`,
      );
    expect(await levels()).toEqual([{ kyc_level: 0 }]);
    expect((await waiting())[0]?.summary).toBe(
      `Keep the daily stake cap of ${wallet.text} at 50.00 USDC and its level from 0 to 1: Papers were shown`,
    );
    expect((await approve(bob, id)).statusCode).toBe(200);
    expect(await levels()).toEqual([{ kyc_level: 1 }]);
    const lowered = await alice.post(user, { kycLevel: 0, reason: 'Papers were false' });
    expect([lowered.statusCode, lowered.json().waits]).toEqual([200, undefined]);
    expect(await levels()).toEqual([{ kyc_level: 0 }]);
  });
});

describe('a change that waits', () => {
  /** A waiting change, what changes before its approval, how both read, and its subject before and after. */
  interface Overtaken {
    readonly id: string;
    readonly meanwhile: SQL;
    readonly reads: readonly [before: string, after: string];
    found(): Promise<unknown>;
    readonly values: readonly [before: unknown, made: unknown];
  }
  test.each<[string, () => Promise<Overtaken>]>([
    [
      'of the settings',
      async () => ({
        id: await proposeSettings({ gameCap: 12_000 }),
        meanwhile: sql`update settings set game_cap = 20000000000`,
        reads: [
          'Change the cap of a new game from 10000.00 to 12000.00 USDC.',
          'Change the cap of a new game from 20000.00 to 12000.00 USDC.',
        ],
        found: async () => (await settings()).gameCap,
        values: [20_000, 12_000],
      }),
    ],
    [
      'of a user',
      async () => {
        const { session, wallet } = await aBettor(database.db);
        const sent = { dailyStakeCap: 5000, kycLevel: 1, reason: 'A good customer' };
        const { userId } = session;
        return {
          id: await propose(alice, 'POST', `/api/admin/users/${userId}`, sent),
          meanwhile: sql`update users set daily_stake_cap = 200000000 where id = ${userId}`,
          reads: [
            `Change the daily stake cap of ${wallet.text} from 100.00 to 5000.00 USDC and its level from 0 to 1: A good customer`,
            `Change the daily stake cap of ${wallet.text} from 200.00 to 5000.00 USDC and its level from 0 to 1: A good customer`,
          ],
          found: () =>
            rows(
              database.db,
              sql`select kyc_level as level, daily_stake_cap::text as cap from users where id = ${userId}`,
            ),
          values: [[{ level: 0, cap: '200000000' }], [{ level: 1, cap: '5000000000' }]],
        };
      },
    ],
    [
      'that opens a market',
      async () => {
        const form = weighted('Overtaken by a budget');
        const opens =
          'Open "Overtaken by a budget" with starting probabilities of "Yes" 80%, "No" 20%, betting for 30 days and a budget of';
        return {
          id: await proposeMarket(form),
          meanwhile: sql`update settings set liquidity_budget = 8000000000`,
          reads: [`${opens} 10000.00 USDC.`, `${opens} 8000.00 USDC.`],
          found: () =>
            rows(
              database.db,
              sql`select loss_budget::text as budget from markets where title = ${form.title}`,
            ),
          values: [[], [{ budget: '8000000000' }]],
        };
      },
    ],
  ])('%s shows its current effect, and is approved only for that', async (_, overtaken) => {
    const { id, meanwhile, reads, found, values } = await overtaken();
    const [before, after] = reads;
    const shown = async () =>
      (await bob.get('/api/admin/results'))
        .json<WireResultsQueue>()
        .changes.map(({ summary, problem }) => ({ summary, problem }));
    expect(await shown()).toEqual([{ summary: before }]);
    await database.db.execute(meanwhile);
    const answer = await bob.approveChange(id, before);
    await expectRefused(answer, [409, 'wrong-state', /^This would now change something else/]);
    expect(await found()).toEqual(values[0]);
    expect(await shown()).toEqual([{ summary: after }]);
    expect((await bob.approveChange(id, after)).statusCode).toBe(200);
    expect(await found()).toEqual(values[1]);
  });

  test('expires after three days', async () => {
    const id = await proposeSettings({ gameCap: 12_000 });
    const [change] = await waiting();
    expect(Date.parse(change?.expiresAt ?? '') - Date.parse(change?.proposedAt ?? '')).toBe(3 * 86_400_000);
    await database.db.execute(sql`update pending_changes set proposed_at = proposed_at - interval '3 days'`);
    expect(await waiting()).toEqual([]);
    const answer = await bob.approveChange(id, change?.summary ?? '');
    await expectRefused(answer, [409, 'wrong-state', /^This change was proposed more than 3 days ago/]);
    expect((await settings()).gameCap).toBe(10_000);
    // The same change, proposed again, waits as a new one.
    const again = await proposeSettings({ gameCap: 12_000 });
    expect(again).not.toBe(id);
    expect((await approve(bob, again)).statusCode).toBe(200);
  });

  test('isn’t made if its proposer is no longer an admin', async () => {
    const carol = await anAdminDesk(live, app, database.db);
    const id = await propose(carol, 'PUT', '/api/admin/settings', { gameCap: 12_000 });
    const revoke = (at: ReturnType<typeof sql>) =>
      database.db.execute(sql`
        update admin_grants g set revoked_at = ${at} from users u
        where u.address = ${carol.admin.wallet.text} and u.family = g.family and u.address_bytes = g.address_bytes`);
    await revoke(sql`clock_timestamp()`);
    await expectRefused(await approve(bob, id), [
      403,
      'forbidden',
      /^The admin who proposed this is no longer an admin/,
    ]);
    expect((await settings()).gameCap).toBe(10_000);
    expect((await reject(bob, id, 'Proposed by a former admin')).statusCode).toBe(200);
  });

  test('is approved by another admin, once', async () => {
    const id = await proposeSettings({ gameCap: 12_000 });
    await expectRefused(await approve(alice, id), [403, 'forbidden', /^You proposed this yourself/]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(bob, id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)]);
    await expectRefused(await approve(bob, id), [409, 'wrong-state', /^This change was already approved/]);
    await expectRefused(await reject(bob, id, 'Too late'), [
      409,
      'wrong-state',
      /^This change was already approved/,
    ]);
    expect((await settings()).gameCap).toBe(12_000);
  });

  test('is rejected with a reason, also by its proposer, and not made afterwards', async () => {
    const id = await proposeSettings({ gameCap: 13_000 });
    for (const reason of ['', ' \u200b ', 'x'.repeat(2001)]) {
      await expectRefused(await reject(bob, id, reason), [400, 'invalid-request', /reason/]);
    }
    expect((await reject(alice, id, 'Changed my mind')).json()).toEqual({ id });
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      action: 'change.reject',
      subject: id,
      reason: 'Changed my mind',
    });
    await expectRefused(await approve(bob, id), [409, 'wrong-state', /^This change was already rejected/]);
    expect((await settings()).gameCap).toBe(10_000);
  });

  test('must exist', async () => {
    for (const id of ['c_nowhere', 'm_x', "'"]) {
      await expectRefused(await approve(bob, encodeURIComponent(id)), [
        404,
        'not-found',
        /^There is no such change/,
      ]);
      await expectRefused(await reject(bob, encodeURIComponent(id), 'Gone'), [
        404,
        'not-found',
        /no such change/,
      ]);
    }
  });

  test('is made once even if its approval lost the response to COMMIT', async () => {
    const id = await proposeSettings({ gameCap: 14_000 });
    const [user] = await rows(
      database.db,
      { id: col.text },
      sql`select id from users where address = ${bob.admin.wallet.text}`,
    );
    const proxy = await aCuttingProxy(database.url);
    const behindProxy = await openPatiently(proxy.url);
    proxy.cutNextCommit();
    const actor = { kind: 'admin', userId: user?.id ?? '', address: bob.admin.wallet.text } as const;
    const seen = (await waiting())[0]?.summary ?? '';
    const signature = aSignatureOf(bob.admin, { kind: 'approve-change', changeId: id, summary: seen });
    const approved = approveChange(behindProxy.db, {
      id,
      seen,
      actor,
      signature,
      mode: 'live',
      now: new Date(),
    });
    expect(await approved).toEqual({ id, marketIds: [] });
    expect((await settings()).gameCap).toBe(14_000);
    await behindProxy.close();
    proxy.close();
  });
});

test('in a demo nothing waits', async () => {
  const desk = await anAdminDesk(app, app, database.db);
  const opened = await desk.post('/api/admin/create-market', weighted('Weighted in a demo'));
  expect(opened.json()).toEqual({ id: expect.stringMatching(/^m_/) });
  const changed = await desk.call({
    method: 'PUT',
    url: '/api/admin/settings',
    payload: { gameCap: 12_000 },
  });
  expect(changed.json()).toEqual({
    ...(await settings()),
    gameCap: 12_000,
    stakeCapLevel0: 1000,
    stakeCapLevel2: 1000,
  });
  const { session } = await aBettor(database.db);
  const user = await desk.post(`/api/admin/users/${session.userId}`, {
    dailyStakeCap: 9000,
    reason: 'A good customer',
  });
  expect(user.json()).toMatchObject({ dailyStakeCap: 9000 });
  expect([user.json().waits, await waiting()]).toEqual([undefined, []]);
});
