import { anOlderDatabase } from '@tallystone/testkit/database/older-database.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endEpochs, epochAfter, lowestEpoch, pinned } from './epochs.ts';
import { col, row, rows, value, values } from './rows.ts';

/** Servers of 0.1.0 write no epochs and follow transactions. They run beside this version while servers are replaced. */
let database: TestDatabase;
let older: pg.Client;
beforeAll(async () => {
  ({ database, client: older } = await anOlderDatabase('0024_epochs'));
  await older.query(`
    insert into users (id, family, address_bytes, address, wallet_type) values ('u', 'evm', '\\x01', 'a', 'phantom');
    insert into accounts (kind, user_id) values ('user', 'u');
    insert into markets (id, title, description, category, subcategory, state, source, premium, ends_at, closes_at, loss_budget, funded, received, version)
    values ('m', 'A market', 'Of before.', 'politics', 'elections', 'open', 'custom', true, now() + interval '1 day', now() + interval '1 day', 1e9, 1e9, 0, 1);
    insert into user_limits (user_id) values ('u')`);
  await database.migrate();
});
afterAll(async () => {
  await older.end();
  await database.close();
});

const lowest = () => value(database.db, col.bigint, sql`select ${lowestEpoch}::text`);

const SEEN = { epoch: col.bigint, transaction: col.text.orNull };
const seen = (table: string) =>
  row(
    database.db,
    SEEN,
    sql`select epoch::text, changed_in::text as transaction from ${sql.raw(table)}
      ${sql.raw(table === 'accounts' ? `where kind = 'user'` : '')}`,
  );

test.each([
  ['a market', 'markets', `update markets set tags = '["old"]'`],
  ['a balance', 'accounts', `update accounts set balance = 5, changed_in = pg_current_xact_id()`],
  ['limits', 'user_limits', `update user_limits set own_cap = 7`],
  ["a bettor's level", 'users', `update users set kyc_level = 1`],
])('%s that 0.1.0 changes is new to this version, and its epoch is pinned', async (_, table, change) => {
  await endEpochs(database.db);
  const since = await lowest();
  const before = await seen(table);
  await older.query('begin');
  await older.query(change);
  await endEpochs(database.db);
  const during = await lowest();
  await older.query('commit');
  const after = await seen(table);
  expect(after.epoch).toBeGreaterThan(before.epoch);
  expect(after.epoch).toBeGreaterThanOrEqual(since);
  // A reader of that moment reads on from there.
  expect(after.epoch).toBeGreaterThanOrEqual(during);
});

test('limits that 0.1.0 changes change the account, so that a bet decided before is not stored', async () => {
  const before = await seen('accounts');
  await older.query(`update user_limits set own_cap = 8`);
  expect((await seen('accounts')).epoch).toBeGreaterThan(before.epoch);
});

test.each([
  ['a market', 'markets'],
  ['a balance', 'accounts'],
  ['limits', 'user_limits'],
])('%s that this version changes is new to 0.1.0', async (_, table) => {
  const before = await seen(table);
  const of = sql.raw(table);
  const [{ transaction = '' } = {}] = await rows(
    database.db,
    { transaction: col.text },
    sql`with ${pinned()} update ${of} set epoch = ${epochAfter(sql`${of}.epoch`)}
      returning pg_current_xact_id()::text as transaction`,
  );
  const after = await seen(table);
  expect(after.transaction).toBe(transaction);
  expect(after.transaction).not.toBe(before.transaction);
});

test('bets and ends that 0.1.0 writes get an epoch, and whatever else is followed', async () => {
  const given = sql`
    select table_name || ' ' || column_default as how from information_schema.columns
    where column_name = 'epoch' and column_default like 'pin%'
    union all
    select tgrelid::regclass || ' ' || tgname from pg_trigger where tgname ~ 'give_epoch|follow'
    order by 1`;
  expect(await values(database.db, col.text, given)).toEqual([
    'accounts accounts_follow',
    'bet_endings pin_epoch()',
    'bets pin_epoch()',
    'chain_payouts chain_payouts_give_epoch',
    'live_bets live_bets_give_epoch',
    'markets markets_give_epoch',
    'settings settings_give_epoch',
    'user_limits user_limits_give_epoch',
    'users users_give_epoch',
  ]);
  const { pinned: epoch, known } = await row(
    database.db,
    { pinned: col.bigint, known: col.bool },
    sql`select p.epoch::text as pinned, p.epoch in (select e.epoch from epochs e) as known
      from (select pin_epoch() as epoch) p`,
  );
  expect({ epoch, known }).toEqual({ epoch: expect.any(BigInt), known: true });
});

test('a database that this version made has none of it', async () => {
  const made = await createTestDatabase();
  const left = sql`
    select tgname from pg_trigger where tgname ~ '_(mark_change|give_epoch|follow|change_accounts)$'
    union all
    select proname from pg_proc where proname in ('pin_epoch', 'give_epoch', 'follow_account')`;
  expect(await rows(made.db, left)).toEqual([]);
  await made.close();
});
