import type { RequestBody } from '@tallystone/core/http-api';
import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireBulkResult } from '@tallystone/core/http-api/admin-markets';
import type { WirePendingChange } from '@tallystone/core/http-api/changes';
import type { WireError } from '@tallystone/core/http-api/error';
import type { WireResolution } from '@tallystone/core/http-api/settlement';
import { actMessage, type SignedAct } from '@tallystone/core/identity/act-message';
import { aMarket } from '@tallystone/testkit/betting/betting.ts';
import {
  aGuardian,
  aLiveApp,
  anAdminDesk,
  deskOf,
  endBetting,
  objectionTo,
} from '@tallystone/testkit/betting/results.ts';
import { countRowsRead } from '@tallystone/testkit/database/rows-read.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { trailOf } from '@tallystone/testkit/server/desk.ts';
import { aTestApp, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { signAct } from '@tallystone/testkit/wallets/sign-act.ts';
import {
  anEvmWallet,
  aSolanaWallet,
  shortFormOf,
  type TestWallet,
} from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { replayAudit } from '../audit/replay-audit.ts';
import { col, rows } from '../db/rows.ts';
import { listChanges } from './pending-changes.ts';
import { replayActs } from './replay-acts.ts';

let database: TestDatabase;
let app: App;
let live: App;
let alone: Awaited<ReturnType<typeof anAdminDesk>>;
let alice: Awaited<ReturnType<typeof anAdminDesk>>;
let bob: Awaited<ReturnType<typeof anAdminDesk>>;
let carol: Awaited<ReturnType<typeof anAdminDesk>>;
let clock = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database, { now: () => new Date(Date.now() + clock) });
  live = await aLiveApp(database);
  alone = await anAdminDesk(app, app, database.db);
  alice = await anAdminDesk(live, app, database.db);
  bob = await anAdminDesk(live, app, database.db);
  carol = await anAdminDesk(live, app, database.db);
});
afterAll(async () => {
  await app.close();
  await live.close();
  await database.close();
});

type Signed = NonNullable<RequestBody<'takeBreak'>['signed']>;
type Call = (options: InjectOptions) => Promise<{ statusCode: number; body: string; json<T>(): T }>;

/** An irreversible act, its actor, and how to check whether it was done. */
interface Act {
  readonly by: TestWallet;
  /** The site. */
  readonly on: App;
  readonly call: Call;
  readonly act: SignedAct;
  send(signed: Signed | undefined): Promise<{ statusCode: number; json<T>(): T }>;
  isDone(): Promise<boolean>;
}

async function aBreak(by: TestWallet = anEvmWallet()): Promise<Act & { session: SignedIn }> {
  const session = await signInWith(app, by);
  const call: Call = (options) =>
    app.http.inject({ ...options, headers: { ...session.headers, ...options.headers } });
  return {
    by,
    on: app,
    session,
    call,
    act: { kind: 'break', period: '5-years' },
    send: (signed) =>
      call({ method: 'POST', url: '/api/user/break', payload: { period: '5-years', signed } }),
    isDone: async () => (await call({ url: '/api/user/limits' })).json<WireLimits>().blocked !== undefined,
  };
}

async function aClosedMarket(): Promise<{ marketId: string; yes: string }> {
  const { marketId, outcomeIds } = await aMarket(database.db);
  await endBetting(database.db, { marketId });
  return { marketId, yes: outcomeIds[0] ?? '' };
}

const isApproved = async (marketId: string) =>
  (
    await rows(
      database.db,
      sql`select from resolutions where market_id = ${marketId} and approved_at is not null`,
    )
  ).length > 0;

/** In a demo the confirming admin decides alone. */
async function aLoneEnd(outcome: 'won' | 'void'): Promise<Act> {
  const { marketId, yes } = await aClosedMarket();
  const rehearsal = await alone.rehearse(marketId, outcome === 'won' ? yes : null);
  const { hash } = rehearsal;
  return {
    by: alone.admin,
    on: app,
    call: alone.call,
    act: { kind: 'approve-result', rehearsal },
    send: (signed) =>
      outcome === 'won'
        ? alone.post(`/api/admin/markets/${marketId}/resolve`, {
            outcomeId: yes,
            evidence: 'Seen',
            hash,
            signed,
          })
        : alone.post(`/api/admin/markets/${marketId}/void`, { reason: 'Unclear', hash, signed }),
    isDone: () => isApproved(marketId),
  };
}

async function anApproval(): Promise<Act> {
  const { marketId, yes } = await aClosedMarket();
  const { rehearsal } = await alice.propose(marketId, yes);
  return {
    by: bob.admin,
    on: live,
    call: bob.call,
    act: { kind: 'approve-result', rehearsal },
    send: (signed) => bob.post(`/api/admin/markets/${marketId}/approve`, { hash: rehearsal.hash, signed }),
    isDone: () => isApproved(marketId),
  };
}

let cap = 12_000;
async function anApprovedChange(): Promise<Act> {
  cap += 100;
  const asked = await alice.call({ method: 'PUT', url: '/api/admin/settings', payload: { gameCap: cap } });
  const { changeId } = asked.json<{ waits: { changeId: string } }>().waits;
  const judge = { actor: { kind: 'admin', userId: '', address: '' }, mode: 'live', now: new Date() } as const;
  const waiting: WirePendingChange[] = await listChanges(database.db, judge);
  const seen = waiting.find(({ id }) => id === changeId)?.summary ?? '';
  return {
    by: bob.admin,
    on: live,
    call: bob.call,
    act: { kind: 'approve-change', changeId, summary: seen },
    send: (signed) => bob.post(`/api/admin/changes/${changeId}/approve`, { seen, signed }),
    isDone: async () =>
      (
        await rows(
          database.db,
          sql`select from pending_changes where id = ${changeId} and ended_as = 'approved'`,
        )
      ).length > 0,
  };
}

/** A first objection, or one to the next result, which voids the market. */
async function anObjection(isSecond = false): Promise<Act> {
  const { marketId, yes } = await aClosedMarket();
  const approved = async () => {
    const { rehearsal } = await carol.propose(marketId, yes);
    return (await bob.approve(marketId, rehearsal.hash)).json<WireResolution>();
  };
  let result = await approved();
  if (isSecond) {
    const first = deskOf(live, await aGuardian(app, database.db));
    expect((await first.object(result.id, 'Mistaken')).statusCode).toBe(200);
    result = await approved();
  }
  expect(result.objections).toBe(isSecond ? 1 : 0);
  const guardian = await aGuardian(app, database.db);
  const { call, post } = deskOf(live, guardian);
  const reason = 'The station  was broken';
  return {
    by: guardian,
    on: live,
    call,
    act: objectionTo(result, 'The station was broken'),
    send: (signed) => post(`/api/guardian/resolutions/${result.id}/object`, { reason, signed }),
    isDone: async () =>
      (
        await rows(
          database.db,
          sql`select from resolutions where id = ${result.id} and ended_as = 'objected'`,
        )
      ).length > 0,
  };
}

/** An action on three markets that applies to two. */
async function aBulkAct(kind: 'close-now' | 'delete'): Promise<Act & { ids: string[] }> {
  const ended = await aClosedMarket();
  const gone = await aMarket(database.db, { title: 'Gone' });
  await database.db.execute(sql`
    update markets set archived_at = now(), deleted_at = now() where id = ${gone.marketId}`);
  const title = `To ${kind}`;
  const markets = [await aMarket(database.db, { title }), await aMarket(database.db, { title })];
  // Already closed; a market that was deleted in the meantime can't be deleted again.
  const skipped =
    kind === 'close-now'
      ? { id: ended.marketId, title: 'Will it rain in Bergen tomorrow?' }
      : { id: gone.marketId, title: 'Gone' };
  const named = [...markets.map(({ marketId: id }) => ({ id, title })), skipped];
  const ids = named.map(({ id }) => id);
  const body = kind === 'delete' ? { action: 'delete', count: 3 } : { action: 'close' };
  return {
    ids,
    by: carol.admin,
    on: live,
    call: carol.call,
    act: { kind, markets: named },
    async send(signed) {
      const answer = await carol.post('/api/admin/markets/bulk', { ids, ...body, signed });
      if (answer.statusCode === 200) {
        const { done, skipped: left } = answer.json<WireBulkResult>();
        expect([done, left.map(({ id }) => id)]).toEqual([ids.slice(0, 2), ids.slice(2)]);
      }
      return answer;
    },
    isDone: async () =>
      (
        await rows(
          database.db,
          sql`select from markets where title = ${title} and id in (${ids[0]}, ${ids[1]})
            and (deleted_at is not null or state = 'closed')`,
        )
      ).length === 2,
  };
}

const ACTS: [string, () => Promise<Act>][] = [
  ['a self-exclusion of five years', aBreak],
  ['a result confirmed by a demo’s admin', () => aLoneEnd('won')],
  ['a void confirmed by a demo’s admin', () => aLoneEnd('void')],
  ['the approval of a result by a second admin', anApproval],
  ['the approval of a change by a second admin', anApprovedChange],
  ['the first objection of a guardian', anObjection],
  ['the second objection, which voids the market', () => anObjection(true)],
  ['the end of betting on markets', () => aBulkAct('close-now')],
  ['the deletion of markets', () => aBulkAct('delete')],
];

const nonces = async () =>
  (await rows(database.db, { count: col.text }, sql`select count(*)::text as count from used_nonces`))[0]
    ?.count;

async function expectRefused(
  act: Act,
  signed: Signed | undefined,
  [status, code, sentence]: [number, string, RegExp],
): Promise<void> {
  const [trail, spent] = [(await trailOf(database.db)).length, await nonces()];
  const answer = await act.send(signed);
  const error = answer.json<WireError>();
  expect([answer.statusCode, error.code, error.error]).toEqual([
    status,
    code,
    expect.stringMatching(sentence),
  ]);
  expect([await act.isDone(), (await trailOf(database.db)).length, await nonces()]).toEqual([
    false,
    trail,
    spent,
  ]);
}

describe.each(ACTS)('%s', (_, anAct) => {
  test('isn’t done with only a token', async () => {
    await expectRefused(await anAct(), undefined, [
      403,
      'signature-needed',
      /^This can't be undone, so your wallet must sign it; nothing was changed\./,
    ]);
  });

  test('is done with a fresh signature, which its audit row keeps and which verifies again', async () => {
    const act = await anAct();
    const signed = await signAct(act.call, act.by, act.act);
    expect((await act.send(signed)).statusCode).toBe(200);
    expect(await act.isDone()).toBe(true);
    expect((await trailOf(database.db)).at(-1)).toMatchObject({
      actor: act.by.wallet.text,
      after: { signed: { text: expect.stringContaining(signed.nonce), signature: signed.signature } },
    });
    expect((await replayActs(database.db)).differences).toEqual([]);
  });

  test('isn’t done with a signature by another wallet, for another act, or for another site', async () => {
    const act = await anAct();
    const wrong = [
      400,
      'signature-invalid',
      /^Your wallet signed something else, so nothing was changed/,
    ] as [number, string, RegExp];
    const good = await signAct(act.call, act.by, act.act);
    const stranger = { ...anEvmWallet(), wallet: act.by.wallet };
    await expectRefused(act, await signAct(act.call, stranger, act.act), wrong);
    const other = { kind: 'break', period: '7-days' } as const;
    await expectRefused(act, await signAct(act.call, act.by, other), wrong);
    await expectRefused(act, { ...good, signature: 'ab'.repeat(65) }, wrong);
    await expectRefused(act, { ...good, signature: 'nonsense' }, wrong);
    const asked = await act.call({ url: '/api/auth/nonce', query: { wallet: act.by.wallet.text } });
    const { nonce, message } = asked.json<{ nonce: string; message: string }>();
    const signIn = Buffer.from(act.by.sign(message)).toString('hex');
    await expectRefused(act, { nonce, signature: signIn }, wrong);
    const foreign = [
      400,
      'signature-invalid',
      /^The request to sign has expired or was made for another/,
    ] as [number, string, RegExp];
    await expectRefused(act, await signAct(act.call, anEvmWallet(), act.act), foreign);
    await expectRefused(act, { ...good, nonce: `${good.nonce.slice(0, -1)}z` }, foreign);
    // The same wallet on the other server, which is another site.
    const elsewhere: Call = (options) =>
      act.on === live
        ? app.http.inject(options)
        : live.http.inject({ ...options, headers: { host: 'tallystone.example' } });
    await expectRefused(act, await signAct(elsewhere, act.by, act.act), foreign);
    expect((await act.send(good)).statusCode).toBe(200);
  });
});

test('a signature is good for five minutes', async () => {
  const act = await aBreak();
  const signed = await signAct(act.call, act.by, act.act);
  clock = 300_001;
  await expectRefused(act, signed, [400, 'signature-invalid', /^The request to sign has expired/]);
  clock = 0;
  expect((await act.send(signed)).statusCode).toBe(200);
});

test('a signature works only once, even if sent 20 times at once', async () => {
  const act = await aBreak();
  const signed = await signAct(act.call, act.by, act.act);
  const answers = await Promise.all(Array.from({ length: 20 }, () => act.send(signed)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(400)]);
  for (const answer of answers.filter(({ statusCode }) => statusCode === 400))
    expect(answer.json<WireError>().error).toMatch(
      /^This signature was already used, so nothing was changed/,
    );
  const { userId = '' } = { userId: act.session.user.publicKey };
  const breaks = (await trailOf(database.db)).filter(({ subject }) => subject === userId);
  expect(breaks).toHaveLength(1);
});

test('a sign-in nonce can’t sign an act, and an act’s signature can’t sign in', async () => {
  const act = await aBreak();
  const asked = await act.call({ url: '/api/auth/nonce', query: { wallet: act.by.wallet.text } });
  const { nonce, message } = asked.json<{ nonce: string; message: string }>();
  const signIn = (signature: string) => {
    const payload = { wallet: act.by.wallet.text, walletType: 'metamask', nonce, signature };
    return app.http.inject({ method: 'POST', url: '/api/auth/verify', payload });
  };
  const signed = await signAct(async () => asked, act.by, act.act);
  expect(signed.nonce).toBe(nonce);
  expect((await signIn(signed.signature)).statusCode).toBe(401);
  expect((await signIn(Buffer.from(act.by.sign(message)).toString('hex'))).statusCode).toBe(200);
  await expectRefused(act, signed, [400, 'signature-invalid', /^This signature was already used/]);
});

test('Solana wallets and short signatures work as at sign-in', async () => {
  const solana = await aBreak(aSolanaWallet());
  expect((await solana.send(await signAct(solana.call, solana.by, solana.act))).statusCode).toBe(200);
  const evm = await aBreak();
  const short = { ...evm.by, sign: (text: string) => shortFormOf(evm.by.sign(text)) };
  expect((await evm.send(await signAct(evm.call, short, evm.act))).statusCode).toBe(200);
});

test('a signature covers exactly the requested markets', async () => {
  const act = await aBulkAct('close-now');
  const wrong = [400, 'signature-invalid', /^Your wallet signed something else/] as [number, string, RegExp];
  const { act: signedFor } = act;
  if (signedFor.kind !== 'close-now') throw new Error('expected the end of betting');
  const [first, ...rest] = signedFor.markets;
  const other = await aMarket(database.db);
  for (const markets of [
    rest,
    [...signedFor.markets, { id: other.marketId, title: 'Will it rain in Bergen tomorrow?' }],
    [{ id: first?.id ?? '', title: 'Another title' }, ...rest],
  ])
    await expectRefused(act, await signAct(act.call, act.by, { kind: 'close-now', markets }), wrong);
  await expectRefused(act, await signAct(act.call, act.by, { ...signedFor, kind: 'delete' }), wrong);
  // Unknown markets are skipped, and appear in no text.
  const ids = [...act.ids, 'm_nosuchmarket'];
  const signed = await signAct(act.call, act.by, signedFor);
  const answer = await carol.post('/api/admin/markets/bulk', { ids, action: 'close', signed });
  expect(answer.json<WireBulkResult>()).toMatchObject({ done: act.ids.slice(0, 2), skipped: [{}, {}] });
  expect((await replayActs(database.db)).differences).toEqual([]);
});

test('a call without effect needs no signature, so a retry learns what happened', async () => {
  const act = await aBulkAct('delete');
  const signed = await signAct(act.call, act.by, act.act);
  expect((await act.send(signed)).statusCode).toBe(200);
  const payload = { ids: act.ids, action: 'delete', count: 3, signed };
  const again = await carol.post('/api/admin/markets/bulk', payload);
  expect([again.statusCode, again.json<WireBulkResult>().done]).toEqual([200, []]);
});

test('an objection’s signature covers its reason and its effect', async () => {
  const wrong = [400, 'signature-invalid', /^Your wallet signed something else/] as [number, string, RegExp];
  const act = await anObjection(true);
  if (act.act.kind !== 'object') throw new Error('expected an objection');
  for (const other of [{ reason: 'Another' }, { isSecond: false }])
    await expectRefused(act, await signAct(act.call, act.by, { ...act.act, ...other }), wrong);
});

test('the second admin signs the market’s outcomes and closing time', async () => {
  const payload = {
    type: 'economics',
    category: 'all',
    title: 'Weighted and signed',
    outcomes: ['Up', 'Down "or" flat'],
    probabilities: [1, 3],
    eventDate: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const asked = await alice.call({ method: 'POST', url: '/api/admin/create-market', payload });
  const { changeId } = asked.json<{ waits: { changeId: string } }>().waits;
  const judge = { actor: { kind: 'admin', userId: '', address: '' }, mode: 'live', now: new Date() } as const;
  const seen = (await listChanges(database.db, judge)).find(({ id }) => id === changeId)?.summary ?? '';
  const until = payload.eventDate.slice(0, 16).replace('T', ' ');
  expect(seen).toBe(
    `Open "Weighted and signed" with starting probabilities of "Up" 25%, "Down \\"or\\" flat" 75%, betting until ${until} UTC and a budget of 10000.00 USDC.`,
  );
  expect((await bob.approveChange(changeId, seen)).statusCode).toBe(200);
  // Older approvals' texts say less, in the words of that time.
  const { differences } = await undone(database.db, async (tx) => {
    const before =
      'Open "Weighted and signed" with starting probabilities of 25%, 75% and a budget of 10000.00 USDC.';
    const act = { kind: 'approve-change', changeId, summary: before } as const;
    const issuedAt = new Date();
    const text = actMessage(act, {
      domain: 'tallystone.example',
      address: bob.admin.wallet.text,
      nonce: 'before',
      issuedAt,
      expiresAt: new Date(issuedAt.getTime() + 300_000),
    });
    const signed = { text, signature: Buffer.from(bob.admin.sign(text)).toString('hex') };
    await tx.execute(sql`
      update audit set after = after || jsonb_build_object('seen', ${before}::text, 'signed', ${JSON.stringify(signed)}::jsonb)
      where action = 'change.approve' and subject = ${changeId}`);
    return replayActs(tx);
  });
  expect(differences).toEqual([]);
});

test('a token is enough for reversible acts: a break of a day, a waiting proposal, and its undo', async () => {
  const { call } = await aBreak();
  const day = await call({ method: 'POST', url: '/api/user/break', payload: { period: '24-hours' } });
  expect(day.json()).toMatchObject({ blocked: { kind: 'break' } });
  const { marketId, yes } = await aClosedMarket();
  const { hash } = await alice.rehearse(marketId, yes);
  const url = `/api/admin/markets/${marketId}/resolve`;
  expect((await alice.post(url, { outcomeId: yes, evidence: 'Seen', hash })).statusCode).toBe(200);
  expect((await alice.undo(marketId, 'Too soon')).statusCode).toBe(200);
});

describe('the books', () => {
  const last = (action: string) =>
    sql`(select max(id) from audit where action = ${action} and after ? 'signed')`;
  test('have a signature for every act', async () => {
    const { acts, differences } = await replayActs(database.db);
    expect(differences).toEqual([]);
    expect(acts).toBeGreaterThanOrEqual(10);
    expect((await replayAudit(database.db)).broken).toBeNull();
  });

  test.each([
    [
      'the text of a break',
      sql`update audit set after = jsonb_set(after, '{signed,text}', to_jsonb(replace(after #>> '{signed,text}', '5 years', '7 days'))) where id = ${last('limits.break')}`,
    ],
    [
      'the time of a break',
      sql`update audit set after = after || '{"period": "7-days"}' where action = 'limits.break' and after ->> 'period' = '5-years'`,
    ],
    [
      'a signature',
      sql`update audit set after = jsonb_set(after, '{signed,signature}', to_jsonb(repeat('ab', 65))) where id = ${last('market.approve')}`,
    ],
    [
      'a missing signature',
      sql`update audit set after = after - 'signed' where id = ${last('change.approve')}`,
    ],
    [
      'a missing signature of a single admin',
      sql`update audit set after = after - 'signed' where id = ${last('market.void')}`,
    ],
    [
      'who did it',
      sql`update audit set user_id = (select min(u.id) from users u where u.id <> user_id) where id = ${last('market.approve')}`,
    ],
    [
      'the approved hash',
      sql`update audit set after = after || '{"hash": "00"}' where id = ${last('market.propose')} and after ? 'signed' or action = 'market.approve'`,
    ],
    [
      'what was approved',
      sql`update audit set after = after || '{"seen": "Another change"}' where id = ${last('change.approve')}`,
    ],
    [
      'a missing signature of an objection',
      sql`update audit set after = after - 'signed' where id = ${last('market.object')}`,
    ],
    [
      'a missing signature for a deletion',
      sql`update audit set after = after - 'signed' where id = ${last('markets.delete')}`,
    ],
    [
      'the reason of an objection',
      sql`update audit set reason = 'I lost a bet on it' where id = ${last('market.object')}`,
    ],
    [
      'the number of an objection',
      sql`update audit set before = before || '{"objections": 0}' where id = (select max(id) from audit where action = 'market.object' and before ->> 'objections' = '1')`,
    ],
    [
      'the result of an objection',
      sql`update audit set before = before - 'resolution' where id = ${last('market.object')}`,
    ],
    [
      'which markets were closed',
      sql`update audit set after = jsonb_set(after, '{closed}', (after -> 'closed') || '"m_nosuchmarket"' || (select jsonb_agg(id) from markets where state = 'open')) where id = ${last('markets.close')}`,
    ],
    [
      'the skipped markets',
      sql`update audit set before = before - 'skipped' where id = ${last('markets.close')}`,
    ],
    [
      'a closing turned into a deletion',
      sql`update audit set action = 'markets.close' where id = ${last('markets.delete')}`,
    ],
    [
      'a signature used by a second act',
      sql`insert into audit (id, at, user_id, actor, action, subject, before, after, reason, hash) select (select max(id) + 1 from audit), at, user_id, actor, action, subject, before, after, reason, hash from audit where id = ${last('limits.break')}`,
    ],
    [
      'an act’s time before its request',
      sql`update audit set at = at - interval '2 minutes' where id = ${last('market.approve')}`,
    ],
    [
      'an act’s time after its signature expired',
      sql`update audit set at = at + interval '7 minutes' where id = ${last('market.approve')}`,
    ],
    [
      'the end of a break',
      sql`update audit set after = jsonb_set(after, '{until}', to_jsonb((after ->> 'until')::timestamptz + interval '2 minutes')) where id = ${last('limits.break')}`,
    ],
    [
      'a missing end of a break',
      sql`update audit set after = after - 'until' where id = ${last('limits.break')}`,
    ],
    [
      'an unsigned long break that ends within the day',
      sql`update audit set after = after - 'signed' || jsonb_build_object('until', at + interval '1 hour') where id = ${last('limits.break')}`,
    ],
    [
      'an unsigned long break declared as one of a day',
      sql`update audit set after = after - 'signed' || '{"period": "24-hours"}' where id = ${last('limits.break')}`,
    ],
    [
      'a break with an unknown period',
      sql`update audit set after = after || '{"period": "9-days"}' where id = ${last('limits.break')}`,
    ],
    [
      'what is paid',
      sql`update resolutions set rehearsal = jsonb_set(rehearsal, '{paid}', '"1"') where approved_at is not null`,
    ],
  ])('with a manipulated audit are detected: %s', async (_, tampering) => {
    const { differences } = await undone(database.db, async (tx) => {
      await tx.execute(tampering);
      return replayActs(tx);
    });
    expect(differences[0]).toMatchObject({ what: expect.stringMatching(/^what was signed for /) });
  });

  test.each([
    ['acts', sql`action !~ '^markets[.]|[.]object$'`],
    ['markets', sql`action ~ '^markets[.]|[.]object$'`],
  ])('trust unsigned %s only from before they had to be signed', async (since, isOfThem) => {
    const signed = await rows(
      database.db,
      { id: col.text },
      sql`select id::text from audit where after ? 'signed' and ${isOfThem} order by audit.id`,
    );
    const ids = signed.map(({ id }) => id);
    const { differences } = await undone(database.db, async (tx) => {
      await tx.execute(sql`update audit set after = after - 'signed' where ${isOfThem}`);
      await tx.execute(sql`
        update audit set action = 'acts.sign', subject = ${since} where id = ${ids.at(-4)}::bigint`);
      return replayActs(tx);
    });
    expect(ids.length).toBeGreaterThan(4);
    expect(differences.map(({ what, found }) => [what.split(' ').at(-1), found])).toEqual(
      ids.slice(-3).map((id) => [id, 'none']),
    );
  });

  test('are read once, not per act or per market that closed on time', async () => {
    const SIZE = 1000;
    const manyOf = (action: string, subject: string, userId: string | null) => sql`
      insert into audit (id, at, user_id, actor, action, subject, after, hash)
      select g, clock_timestamp(), ${userId}::text, 'system', ${action}, ${subject}, '{"period": "24-hours"}', '\\x00'
      from (select coalesce(max(id), 0) as last from audit) a, generate_series(a.last + 1, a.last + ${SIZE}::int) g`;
    const acts = await undone(database.db, async (tx) => {
      await tx.execute(manyOf('books.seal', 'entries', null));
      await tx.execute(manyOf('limits.break', 'x', 'u_x'));
      const withoutCloses = await countRowsRead(tx, replayActs);
      await tx.execute(manyOf('markets.close', 'm_x', null));
      return { withoutCloses, read: await countRowsRead(tx, replayActs) };
    });
    expect(acts.withoutCloses).toBeGreaterThan(SIZE);
    expect(acts.withoutCloses).toBeLessThan(30 * SIZE);
    expect(acts.read).toBeLessThan(acts.withoutCloses + 10 * SIZE);
  });
});
