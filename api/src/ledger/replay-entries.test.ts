import { marketTopUpEntry } from '@tallystone/core/ledger/market-top-up-entry';
import { marketWithdrawalEntry } from '@tallystone/core/ledger/market-withdrawal-entry';
import {
  aBettingProcess,
  aBettor,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  type TestBettor,
  type TestMarket,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { cashOutFor, refundLate, sellPartFor, settle } from '@tallystone/testkit/betting/endings.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAudit } from '../audit/record-audit.ts';
import { type BrokenLink, replayAudit } from '../audit/replay-audit.ts';
import { placeBet } from '../betting/place-bet.ts';
import { transaction } from '../db/transaction.ts';
import { type Difference, firstOf } from './difference.ts';
import { recordEntries } from './record-entries.ts';
import { replayEntries } from './replay-entries.ts';

let database: TestDatabase;
let bettor: TestBettor;
let other: TestBettor;
let market: TestMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await fundTheHouse(db);
  const betting = aBettingProcess(db);
  bettor = await aBettor(db);
  other = await aBettor(db);
  market = await aMarket(db);
  const ids: string[] = [];
  for (const [who, outcome, amount] of [
    [bettor, 0, 10],
    [other, 0, 20],
    [bettor, 0, 30],
    [other, 1, 40],
    [bettor, 1, 50],
  ] as const) {
    const bet = await aQuotedBet(betting, { bettor: who, market, outcome, amount });
    ids.push((await placeBet(betting, bet)).id);
  }
  const { marketId } = market;
  await transaction(db, async (tx) => {
    await recordEntries(tx, [
      { key: 'top-up', entry: marketTopUpEntry({ marketId, amount: usdc(5) }) },
      { key: 'withdrawal', entry: marketWithdrawalEntry({ marketId, amount: usdc(5) }) },
    ]);
    for (let i = 0; i < 5; i++) {
      await recordAudit(tx, {
        actor: { kind: 'system' },
        action: 'test.note',
        subject: `note ${i}`,
        after: { i },
      });
    }
  });
  await sellPartFor(db, ids[2] ?? '', { stake: usdc(12), amount: usdc(11.5) });
  await cashOutFor(db, ids[0] ?? '', usdc(9.5));
  await refundLate(db, ids[4] ?? '');
  await settle(db, marketId, 0);
});
afterAll(() => database.close());

/** What is reported about books that were tampered with. Everything is rolled back afterwards. */
async function after<T>(tamper: SQL, look: (tx: TestDatabase['db']) => Promise<T>): Promise<T> {
  let seen: { found: T } | null = null;
  const undo = new Error('undo');
  await database.db
    .transaction(async (tx) => {
      for (const table of ['entries', 'postings', 'bets', 'bet_endings', 'sold_parts', 'audit']) {
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
      }
      await tx.execute(tamper);
      seen = { found: await look(tx) };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  if (seen === null) throw new Error('nothing was looked at');
  return (seen as { found: T }).found;
}

const differencesAfter = (tamper: SQL) =>
  after(tamper, async (tx) => (await replayEntries(tx)).differences) as Promise<readonly Difference[]>;

const ofKind = (kind: string) => sql`(select max(id) from entries where kind = ${kind})`;

test('entries that were recorded by the rules are replayed without differences, and so are the balances', async () => {
  const whole = await replayEntries(database.db);
  expect(whole.differences).toEqual([]);
  expect(whole.entries).toBeGreaterThan(12);
  expect(await replayEntries(database.db, { pageEntries: 3 })).toEqual(whole);
});

test.each([
  'pool-funding',
  'faucet-grant',
  'market-open',
  'market-withdrawal',
  'market-top-up',
  'bet',
  'cash-out',
  'refund',
  'settlement',
  'market-remainder',
])('a %s between other accounts than its own is found with its entry', async (kind) => {
  const [first] = await differencesAfter(sql`
    update postings set to_account = (select id from accounts where kind = 'fees') where entry_id = ${ofKind(kind)}`);
  expect(first).toEqual({
    entryId: expect.stringMatching(/^\d+$/),
    what: `the postings of a ${kind}`,
    expected: expect.stringMatching(/^\S+ > \S+: \d+/),
    found: expect.stringContaining('> fees: '),
  });
});

test.each(['bet', 'cash-out', 'refund', 'settlement'])(
  'a %s of another amount than what it is for is found',
  async (kind) => {
    const [first] = await differencesAfter(
      sql`update postings set amount = amount + 1 where entry_id = ${ofKind(kind)}`,
    );
    expect(first?.what).toBe(`the postings of a ${kind}`);
  },
);

test('an entry without postings, and one with two, are found', async () => {
  const [first] = await differencesAfter(sql`delete from postings where entry_id = ${ofKind('bet')}`);
  expect(first).toMatchObject({ what: 'the postings of a bet', found: 'none' });
  const twice = sql`
    insert into postings (entry_id, from_account, to_account, amount)
    select entry_id, from_account, to_account, amount from postings where entry_id = ${ofKind('faucet-grant')}`;
  expect((await differencesAfter(twice))[0]).toMatchObject({ expected: 'one posting' });
});

test.each([
  ['bet', sql`delete from bets where entry_id = ${ofKind('bet')}`, 'one bet'],
  ['cash-out', sql`delete from bet_endings where entry_id = ${ofKind('cash-out')}`, 'one bet that was sold'],
  ['settlement', sql`delete from bet_endings where entry_id = ${ofKind('settlement')}`, 'bets of one market'],
])('a %s that is for nothing is found', async (kind, tamper, expected) => {
  expect(await differencesAfter(tamper)).toMatchObject([{ what: `the postings of a ${kind}`, expected }]);
});

describe('a part of a bet that was sold', () => {
  test('has an entry that is for it alone', async () => {
    const entry = sql`(select entry_id from sold_parts)`;
    for (const tamper of [
      sql`update postings set amount = amount + 1 where entry_id = ${entry}`,
      sql`update sold_parts set amount = amount + 1`,
      sql`update sold_parts set user_id = ${other.session.userId}`,
    ]) {
      const [first] = await differencesAfter(tamper);
      expect(first?.what).toBe('the postings of a cash-out');
    }
    expect(await differencesAfter(sql`delete from sold_parts`)).toMatchObject([
      { what: 'the postings of a cash-out', expected: 'one bet that was sold' },
    ]);
  });

  test('is not paid by the entry of another cash-out too', async () => {
    const [first] = await differencesAfter(sql`
      update sold_parts set entry_id = (select entry_id from bet_endings where kind = 'cash-out')`);
    expect(first?.what).toBe('the postings of a cash-out');
  });
});

test('an entry after which a user is below zero is named, not only the final balance', async () => {
  const { userId } = bettor.session;
  const owing = await differencesAfter(sql`
    update postings set amount = 5000000 where entry_id = (
      select id from entries where key = ${`faucet-grant:${userId}:first`})`);
  expect(owing[0]).toEqual({
    entryId: expect.stringMatching(/^\d+$/),
    what: `the balance of user:${userId}`,
    expected: 'nothing below zero',
    found: '-5000000 micro-USDC',
  });
});

test('a balance that does not follow from entries is found', async () => {
  const { userId } = other.session;
  expect(
    await differencesAfter(sql`update accounts set balance = balance + 1 where user_id = ${userId}`),
  ).toEqual([
    {
      entryId: null,
      what: `the balance of user:${userId}`,
      expected: expect.stringMatching(/^\d+ micro-USDC$/),
      found: expect.stringMatching(/^\d+ micro-USDC$/),
    },
  ]);
});

test('the first difference is the one of the lowest entry', () => {
  const at = (entryId: string | null): Difference => ({ entryId, what: 'x', expected: 'y', found: 'z' });
  expect(firstOf([])).toBeNull();
  expect(firstOf([at(null), at('10'), at('9')])).toEqual(at('9'));
  expect(firstOf([at(null)])).toEqual(at(null));
});

test('the audit is hashed again from its first row, and the first that does not follow is named', async () => {
  const look = async (tx: TestDatabase['db']) => (await replayAudit(tx)).broken;
  const afterAudit = (tamper: SQL): Promise<BrokenLink | null> => after(tamper, look);
  expect(await replayAudit(database.db)).toEqual({ rows: 6, broken: null });
  expect(await afterAudit(sql`update audit set subject = 'another' where id = 3`)).toMatchObject({
    auditId: '3',
  });
  expect(await afterAudit(sql`delete from audit where id = 2`)).toMatchObject({
    auditId: '3',
    expected: 'row 2',
  });
  expect(await afterAudit(sql`delete from audit where id = 1`)).toMatchObject({ auditId: '2' });
});
