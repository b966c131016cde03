import { anOlderDatabase } from '@tallystone/testkit/database/older-database.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATION_LOCK } from './migrate.ts';
import { openCheckedDatabase } from './open-checked-database.ts';
import { type Database, openDatabase } from './open-database.ts';
import { KEPT_PLAN } from './plan-keeper.ts';
import { PoolingProblem } from './pooling-problem.ts';
import { requireJitOff } from './require-limits.ts';
import { col, rows, value } from './rows.ts';

/** PostgreSQL itself; `bench/prove/pooling.ts` does the same behind a real PgBouncer. */

let database: TestDatabase;
let other: TestDatabase;
const opened: Database[] = [];

beforeAll(async () => {
  [database, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(async () => {
  for (const each of opened) await each.close();
  await Promise.all([database.close(), other.close()]);
});

async function open(where: { url: string; directUrl?: string }): Promise<Database> {
  const made = await openCheckedDatabase(where);
  opened.push(made);
  return made;
}

const withQuery = (query: string) => `${database.adminUrl}?${query}`;

test('PostgreSQL itself is opened with its limits in force', async () => {
  const { db } = await open({ url: database.adminUrl });
  const limits = await rows(
    db,
    sql`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
  );
  expect(limits).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '5000' },
    { name: 'lock_timeout', setting: '1000' },
    { name: 'statement_timeout', setting: '3000' },
  ]);
});

test.each([
  ['turned off', 'statement_timeout=0', 'statement_timeout is off', "statement_timeout = '3000ms'"],
  ['longer', 'lock_timeout=1001', 'lock_timeout is 1001 ms', "lock_timeout = '1000ms'"],
])('a limit that is %s is refused with what to do', async (_how, query, fact, remedy) => {
  const refused = open({ url: withQuery(query) });
  await expect(refused).rejects.toThrow(PoolingProblem);
  await expect(refused).rejects.toThrow(`(${fact})`);
  await expect(refused).rejects.toThrow(/Run alter role \S+ set /);
  await expect(refused).rejects.toThrow(` set ${remedy};`);
});

test('a database that keeps its warnings to itself is refused', async () => {
  const refused = open({ url: withQuery('options=-c%20client_min_messages%3Derror') });
  await expect(refused).rejects.toThrow(PoolingProblem);
  await expect(refused).rejects.toThrow(/run alter role \S+ set client_min_messages = 'notice'/);
  await open({ url: withQuery('options=-c%20client_min_messages%3Dwarning') });
});

test('behind a pooler in transaction mode, a user whose statements are compiled is refused', async () => {
  const { db } = await open({ url: withQuery('options=-c%20jit%3Don') });
  await expect(requireJitOff(db)).rejects.toThrow(PoolingProblem);
  await expect(requireJitOff(db)).rejects.toThrow(/run alter role \S+ set jit = off;/);
  const without = await open({ url: withQuery('options=-c%20jit%3Doff') });
  await requireJitOff(without.db);
});

test('stricter limits are accepted', async () => {
  await open({ url: withQuery('statement_timeout=2999&lock_timeout=500') });
});

test('a limit that only lasts until a pooler resets the session is refused', async () => {
  const { db, ...made } = await openDatabase({
    url: withQuery('lock_timeout=0'),
    pool: { connections: 1 },
  });
  opened.push({ db, ...made });
  // As `connect_query` of PgBouncer does.
  await db.execute(sql`set lock_timeout = '1s'`);
  await expect(made.requireLimits()).rejects.toThrow('lock_timeout is off');
});

test('a direct address must lead to the same database', async () => {
  await open({ url: database.adminUrl, directUrl: withQuery('application_name=direct') });
  await expect(open({ url: database.adminUrl, directUrl: other.adminUrl })).rejects.toThrow(
    /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases, .* set both to the same one/,
  );
  await expect(open({ url: database.adminUrl, directUrl: 'postgres://127.0.0.1:1/x' })).rejects.toThrow(
    /^DATABASE_DIRECT_URL can't be used \(.*ECONNREFUSED.*\): set it to the address of PostgreSQL itself/,
  );
});

test('a direct address must lead to the primary, not to one node that may be a standby', async () => {
  await database.db.execute(sql`create schema standby`);
  // Our function is found before the system's.
  await database.db.execute(
    sql`create function standby.pg_is_in_recovery() returns bool language sql as 'select true'`,
  );
  const standby = withQuery('options=-c%20search_path%3Dstandby,public,pg_catalog');
  await expect(open({ url: database.adminUrl, directUrl: standby })).rejects.toThrow(
    /^DATABASE_DIRECT_URL leads to a standby .* always leads to the primary/,
  );
});

test('messages come over the direct address, and the rest goes through the other', async () => {
  const split = await openDatabase({ url: other.adminUrl, directUrl: database.adminUrl });
  opened.push(split);
  const name = await value(split.db, col.text, sql`select current_database()::text`);
  expect(other.adminUrl).toContain(name);
  const heard: string[] = [];
  const stop = await split.messenger.subscribe('tallystone_test', {
    onMessage: (payload) => heard.push(payload),
    onGap: () => undefined,
  });
  await database.db.execute(sql`select pg_notify('tallystone_test', 'm_1')`);
  await expect.poll(() => heard).toEqual(['m_1']);
  await stop();
});

test('a migration waits for another one, whatever limits the database has of its own', async () => {
  const { database: older, client: holder } = await anOlderDatabase('0024_epochs');
  const name = new URL(older.url).pathname.slice(1);
  try {
    // Shorter than a migration waits for a table before it is tried again.
    await holder.query(`alter database ${name} set statement_timeout = 400`);
    await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    let waits = 0;
    const migrated = older.migrate(() => (waits += 1)).then(() => 'done');
    const asked = new Set<string>();
    await expect
      .poll(async () => {
        const { rows: asking } = await holder.query<{ at: string }>(`
          select query_start::text as at from pg_stat_activity
          where datname = current_database() and application_name = 'tallystone-migrate'
            and query like 'select pg_try_advisory_lock(%'`);
        for (const { at } of asking) asked.add(at);
        return asked.size;
      })
      .toBeGreaterThan(1);
    await holder.query('begin; lock table markets in access share mode');
    await holder.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await expect.poll(() => waits).toBeGreaterThan(0);
    await holder.end();
    expect(await migrated).toBe('done');
  } finally {
    await older.close();
  }
});

test('a statement has the same name in every connection, which no other statement has', async () => {
  const names = async (statements: ReturnType<typeof sql>[]) => {
    const each = await openPatiently(other.adminUrl, { connections: 1 });
    opened.push(each);
    for (const statement of statements) await each.db.execute(statement);
    return rows(
      each.db,
      { name: col.text, statement: col.text },
      sql`select name, statement from pg_prepared_statements order by statement`,
    );
  };
  const [one, two] = [sql`${KEPT_PLAN} select 1 as a`, sql`${KEPT_PLAN} select 2 as a`];
  const found = await names([one, two]);
  expect(await names([two, one])).toEqual(found);
  expect(new Set(found.map(({ name }) => name)).size).toBe(2);
});

test('behind a pooler that mixes up names, statements have none', async () => {
  const each = await openDatabase({ url: other.adminUrl, keepsPlans: false, pool: { connections: 1 } });
  opened.push(each);
  await each.db.execute(sql`${KEPT_PLAN} select 1`);
  expect(await value(each.db, col.whole, sql`select count(*) from pg_prepared_statements`)).toBe(0);
});
