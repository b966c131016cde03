import { aMarket, betOverHttp, type TestMarket } from '@tallystone/testkit/betting/betting.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { createTestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anAdmin, callAs, trailOf } from '@tallystone/testkit/server/desk.ts';
import { aTestApp, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../db/open-database.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { exportData } from './export-data.ts';

const SETS = ['markets', 'bets', 'ledger', 'audit'] as const;
const today = () => new Date().toISOString().slice(0, 10);

const records = (csv: string) =>
  Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data;

describe.each(testEngines)('the export on %s', (_name, open) => {
  let database: Database;
  let app: App;
  let chief: SignedIn;
  let market: TestMarket;
  const wallet = anEvmWallet();
  beforeAll(async () => {
    database = await open();
    app = await aTestApp(database);
    chief = await anAdmin(app, database.db);
    const alice = await signInWith(app, wallet);
    market = await aMarket(database.db, { title: 'Will "it", rain\tin Bergen?' });
    for (const amount of [10, 0.33, 25.5]) {
      const answer = await betOverHttp(app, { wallet, headers: alice.headers, market, amount });
      if (answer.statusCode !== 200) throw new Error(answer.body);
    }
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const ask = (query: Record<string, string>, as: SignedIn = chief) =>
    callAs(app, as)({ url: '/api/admin/export', query });

  test.each(SETS)(
    '%s is a CSV that a spreadsheet opens, with one row of the audit for the asking',
    async (set) => {
      const trail = (await trailOf(database.db)).length;
      const days = [today()];
      const answer = await ask({ set, from: '2026-01-01' });
      // May differ if midnight passed in between.
      days.push(today());
      expect(answer.statusCode).toBe(200);
      const to = /2026-01-01-(.{10})\.csv/.exec(String(answer.headers['content-disposition']))?.[1];
      expect(days).toContain(to);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="tallystone-${set}-2026-01-01-${to}.csv"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
      expect(answer.body).toMatch(/\r\n$/);
      expect(answer.body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(records(answer.body).length).toBeGreaterThan(0);
      expect((await trailOf(database.db)).slice(trail)).toMatchObject([
        {
          actor: chief.user.publicKey,
          action: 'data.export',
          subject: set,
          after: { from: '2026-01-01', to },
        },
      ]);
    },
  );

  test('bets are complete and in order, with exact amounts and their bettor', async () => {
    const found = records((await ask({ set: 'bets' })).body);
    expect(found.map((bet) => [bet.stake_usdc, bet.wallet, bet.market_id, bet.outcome, bet.status])).toEqual(
      ['10', '0.33', '25.5'].map((stake) => [stake, wallet.wallet.text, market.marketId, 'Yes', 'confirmed']),
    );
    for (const { stake_usdc = '', odds = '', payout_usdc = '' } of found) {
      const hundredths = (text: string) => BigInt(Math.round(Number(text) * 100));
      expect(BigInt(Math.round(Number(payout_usdc) * 10_000))).toBe(
        hundredths(stake_usdc) * hundredths(odds),
      );
    }
    expect(found[0]).toMatchObject({
      market: 'Will "it", rain\tin Bergen?',
      result: '',
      paid_usdc: '',
      ended_at: '',
    });
  });

  test('ended bets have a result, payment and time, and an ended market owes nothing', async () => {
    const over = await aMarket(database.db, { title: 'Over' });
    const bob = anEvmWallet();
    const { headers } = await signInWith(app, bob);
    for (const amount of [10, 20]) await betOverHttp(app, { wallet: bob, headers, market: over, amount });
    const change = (to: ReturnType<typeof sql>) =>
      database.db.execute(sql`update markets set ${to} where id = ${over.marketId}`);
    await change(sql`state = 'closed'`);
    await change(sql`state = 'resolving'`);
    await database.db.execute(sql`
      insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at)
      select id, market_id, user_id, 'payout', payout, entry_id, '2026-11-01T12:00:00Z' from bets
      where market_id = ${over.marketId} and stake = 10000000`);
    await change(sql`
      state = 'settled', won_outcome_id = ${over.outcomeIds[0]}, settled_through = 9, ended_at = '2026-11-02T12:00:00Z'`);
    const bets = records((await ask({ set: 'bets' })).body).filter((bet) => bet.market === 'Over');
    expect(bets).toMatchObject([
      {
        status: 'settled',
        result: 'won',
        paid_usdc: bets[0]?.payout_usdc,
        ended_at: '2026-11-01T12:00:00.000Z',
      },
      { status: 'settled', result: 'lost', paid_usdc: '0', ended_at: '2026-11-02T12:00:00.000Z' },
    ]);
    const [found] = records((await ask({ set: 'markets' })).body).filter(({ title }) => title === 'Over');
    expect(found).toMatchObject({
      state: 'settled',
      stakes_usdc: '30',
      exposure_usdc: '0',
      worst_case_usdc: '0',
      won_outcome: 'Yes',
      ended_at: '2026-11-02T12:00:00.000Z',
    });
  });

  test('the ledger adds up to the balances', async () => {
    const found = records((await ask({ set: 'ledger' })).body);
    const sums = new Map<string, number>();
    const add = (account = '', amount: number) => sums.set(account, (sums.get(account) ?? 0) + amount);
    for (const posting of found) {
      const micro = Math.round(Number(posting.amount_usdc) * 1_000_000);
      add(posting.from_account, -micro);
      add(posting.to_account, micro);
    }
    const stored = await rows(
      database.db,
      { name: col.text, balance: col.text },
      sql`select kind || coalesce(':' || user_id, ':' || market_id, '') as name, balance::text from accounts
        where balance <> 0`,
    );
    expect(stored.length).toBeGreaterThan(3);
    expect([...sums].filter(([, sum]) => sum !== 0).sort()).toEqual(
      stored.map(({ name, balance }) => [name, Number(balance)]).sort(),
    );
    expect(new Set(found.map(({ entry_kind }) => entry_kind))).toContain('bet');
  });

  test('contains nothing that could be replayed or grants access', async () => {
    const secrets = await rows(
      database.db,
      { secret: col.text },
      sql`
        select encode(signature, 'hex') as secret from bets
        union select quote_id from bets union select idempotency_key from bets
        union select encode(body_hash, 'hex') from bets
        union select encode(token_hash, 'hex') from sessions
        union select encode(key, 'hex') from server_keys`,
    );
    const hidden = [...secrets.map(({ secret }) => secret), chief.token].filter(Boolean);
    expect(hidden.length).toBeGreaterThan(9);
    for (const set of SETS) {
      const { body } = await ask({ set });
      expect(hidden.filter((secret) => body.includes(secret))).toEqual([]);
      // Nor the part of a signature that makes a reference.
      expect(hidden.filter((secret) => secret.length >= 64 && body.includes(secret.slice(0, 32)))).toEqual(
        [],
      );
    }
  });

  test('days are those of UTC, both included', async () => {
    const counted = async (query: Record<string, string>) =>
      records((await ask({ set: 'bets', ...query })).body).length;
    const [placed] = await rows(
      database.db,
      { first: col.text, last: col.text },
      sql`select min(placed_at) as first, max(placed_at) as last from bets`,
    );
    const day = (moment: string | undefined, ahead = 0) =>
      new Date(new Date(moment ?? '').getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
    const [first, last] = [placed?.first, placed?.last];
    expect(await counted({ from: day(first), to: day(last) })).toBe(5);
    expect(await counted({ from: day(first, -3), to: day(last, +1) })).toBe(5);
    expect(await counted({ to: day(first, -1) })).toBe(0);
    expect(await counted({ from: day(last, +1), to: day(last, +2) })).toBe(0);
  });

  test.each([
    { from: '2026-02-30' },
    { from: '2026-11-1' },
    { from: 'yesterday' },
    { from: '0000-01-01' },
    { from: '9999-12-31' },
    { from: '' },
    { to: "2026'11'1" },
    { from: '2026-11-21', to: '2026-11-20' },
    { from: '2999-01-01' },
    { set: 'users' },
    { extra: '1' },
  ])('%j is refused and not audited', async (query) => {
    const trail = await trailOf(database.db);
    const answer = await ask({ set: 'bets', ...query });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid-request' });
    expect(await trailOf(database.db)).toEqual(trail);
  });

  test('omits rows written during the export, and has each earlier row once', async () => {
    const actor = { kind: 'command-line' } as const;
    const note = (i: number) =>
      transaction(database.db, (tx) => recordAudit(tx, { actor, action: 'test.note', subject: `note ${i}` }));
    for (let i = 0; i < 120; i++) await note(i);
    const asked = { name: 'audit', days: {}, actor, now: new Date() } as const;
    const { pieces } = await exportData(database.db, asked);
    let csv = '';
    let pages = 0;
    for await (const piece of pieces) {
      csv += piece;
      pages += 1;
      await note(1000 + pages);
    }
    const notes = records(csv)
      .map(({ subject = '' }) => subject)
      .filter((subject) => subject.startsWith('note '));
    expect(notes).toEqual(Array.from({ length: 120 }, (_, i) => `note ${i}`));
    // The header, and at least three pages of 50.
    expect(pages).toBeGreaterThanOrEqual(4);
  });
});

test('no cell is a formula', async () => {
  const database = await createTestDatabase();
  const app = await aTestApp(database);
  const chief = await anAdmin(app, database.db);
  const payloads = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")', '\uFF1D1+1', ' =1'];
  for (const title of payloads) {
    await aMarket(database.db, {
      title,
      outcomes: payloads.slice(0, 2).map((name) => ({ name, probability: 0.5 })),
    });
  }
  const answer = await callAs(app, chief)({ url: '/api/admin/export', query: { set: 'markets' } });
  const cells = records(answer.body).flatMap((row) => Object.values(row));
  expect(cells.length).toBeGreaterThan(100);
  // A plain number isn't a formula.
  expect(cells.filter((cell) => /^\s*(?:[=+@\t\r\0\uFF1D]|-(?!\d+$))/.test(cell))).toEqual([]);
  for (const title of payloads) expect(cells.some((cell) => cell.includes(title.trim()))).toBe(true);
  await app.close();
  await database.close();
});
