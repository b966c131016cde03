import { betEntry } from '@tallystone/core/ledger/bet-entry';
import { faucetGrantEntry } from '@tallystone/core/ledger/faucet-grant-entry';
import { aBettor, aMarket, fundTheHouse, usdc } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { tried } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { openAccount, requireAccountIds } from './account-ids.ts';
import { type KeyedEntry, recordEntries } from './record-entries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fundTheHouse(database.db);
});
afterAll(() => database.close());

const record = (entries: readonly KeyedEntry[]) =>
  transaction(database.db, (tx) => recordEntries(tx, entries));

const grant = (userId: string, amount: number, key: string): KeyedEntry => ({
  key,
  entry: faucetGrantEntry({ userId, amount: usdc(amount) }),
});

async function balanceOf(userId: string): Promise<string | undefined> {
  const [row] = await rows(
    database.db,
    { balance: col.text },
    sql`select balance::text from accounts where user_id = ${userId}`,
  );
  return row?.balance;
}

test('no index has balances or epochs of accounts, or each payment and bet would write it', async () => {
  const indexed = await rows(
    database.db,
    { column: col.text },
    sql`
      select distinct a.attname as column from pg_index i join pg_attribute a on a.attrelid = i.indrelid
      where i.indrelid = 'accounts'::regclass and pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M')
      order by 1`,
  );
  // Only tables of migrations have the column that servers of 0.1.0 read.
  const columns = indexed.map(({ column }) => column).filter((column) => column !== 'changed_in');
  expect(columns).toEqual(['id', 'kind', 'market_id', 'user_id']);
});

test('entries recorded together move balances by their sum and get ids in their order', async () => {
  const { session } = await aBettor(database.db, { funds: usdc(0) });
  const { marketId } = await aMarket(database.db);
  const { userId } = session;
  const ids = await record([
    grant(userId, 30, `${userId}-a`),
    grant(userId, 20, `${userId}-b`),
    { key: `${userId}-c`, entry: betEntry({ userId, marketId, stake: usdc(5) }) },
  ]);
  expect(await balanceOf(userId)).toBe('45000000');
  const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map((key) => ids.get(`${userId}-${key}`));
  expect([BigInt(b) - BigInt(a), BigInt(c) - BigInt(b)]).toEqual([1n, 1n]);
  const postings = await rows(
    database.db,
    sql`
      select f.kind as from_kind, t.kind as to_kind, p.amount::text
      from postings p join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
      where p.entry_id >= ${a}::bigint order by p.id`,
  );
  expect(postings).toEqual([
    { from_kind: 'faucet', to_kind: 'user', amount: '30000000' },
    { from_kind: 'faucet', to_kind: 'user', amount: '20000000' },
    { from_kind: 'user', to_kind: 'escrow', amount: '5000000' },
  ]);
});

test('a used key is refused, with everything that came with it', async () => {
  const { session } = await aBettor(database.db, { funds: usdc(0) });
  const { userId } = session;
  await record([grant(userId, 10, `${userId}-once`)]);
  await expect(
    record([grant(userId, 5, `${userId}-new`), grant(userId, 10, `${userId}-once`)]),
  ).rejects.toThrow();
  expect(await balanceOf(userId)).toBe('10000000');
});

test('no entry takes a user below zero', async () => {
  const { session } = await aBettor(database.db, { funds: usdc(10) });
  const { marketId } = await aMarket(database.db);
  const { userId } = session;
  await expect(
    record([{ key: `${userId}-bet`, entry: betEntry({ userId, marketId, stake: usdc(10.01) }) }]),
  ).rejects.toMatchObject({ cause: expect.objectContaining({ constraint: 'accounts_balance' }) });
  expect(await balanceOf(userId)).toBe('10000000');
});

test('an account that was never opened is an error', async () => {
  await expect(record([grant('nobody', 10, 'nobody-first')])).rejects.toThrow('user:nobody');
});

test.each(['entry_id', 'from_account', 'to_account'])(
  'a posting whose %s does not exist is refused, and all with it',
  async (column) => {
    const { session } = await aBettor(database.db, { funds: usdc(1) });
    await record([grant(session.userId, 2, `${session.userId}-${column}`)]);
    const columns = ['entry_id', 'from_account', 'to_account', 'amount'];
    const given = columns.map((each) => (each === column ? '9999999' : each)).join(', ');
    const before = await rows(database.db, sql`select count(*)::int as found from postings`);
    await expect(
      tried(
        database.db,
        // The first of the two rows is valid.
        sql.raw(`insert into postings (${columns}) (select ${columns} from postings order by id desc limit 1)
          union all (select ${given} from postings order by id desc limit 1)`),
      ),
    ).rejects.toMatchObject({ cause: expect.objectContaining({ code: '23503' }) });
    expect(await rows(database.db, sql`select count(*)::int as found from postings`)).toEqual(before);
  },
);

test('an end of a bet whose entry does not exist is refused', async () => {
  await expect(
    tried(
      database.db,
      sql`
      insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at)
      values ('b', 'm', 'u', 'payout', 1, 9999999, now())`,
    ),
  ).rejects.toMatchObject({ cause: expect.objectContaining({ code: '23503' }) });
});

test.each(['delete from accounts', 'truncate accounts cascade'])(
  'no account is given up: %s',
  async (statement) => {
    await expect(tried(database.db, sql.raw(statement))).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining('history') }),
    });
  },
);

test('recording no entries does nothing', async () => {
  expect(await record([])).toEqual(new Map());
});

test('an account is opened once, however many concurrent requests there are', async () => {
  const { session } = await aBettor(database.db);
  const account = { kind: 'user', userId: session.userId } as const;
  await Promise.all(
    Array.from({ length: 10 }, () => transaction(database.db, (tx) => openAccount(tx, account))),
  );
  const ids = await requireAccountIds(database.db, [account, { kind: 'pool' }, account]);
  expect([...ids.keys()].sort()).toEqual(['pool', `user:${session.userId}`]);
});

test('concurrent recordings for the same users in any order never deadlock', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => aBettor(database.db, { funds: usdc(0) })));
  const userIds = users.map(({ session }) => session.userId);
  await Promise.all(
    Array.from({ length: 40 }, (_, round) => {
      const order = round % 2 === 0 ? userIds : [...userIds].reverse();
      return record(order.map((userId) => grant(userId, 1, `${userId}-${round}`)));
    }),
  );
  expect(await Promise.all(userIds.map(balanceOf))).toEqual(Array(5).fill('40000000'));
});
