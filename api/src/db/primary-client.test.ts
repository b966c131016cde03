import { once } from 'node:events';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readiness } from '../http/readiness.ts';
import { startProblem } from '../start-problem.ts';
import { databaseFaultOf } from './database-fault.ts';
import type { Database } from './open-database.ts';
import { KEPT_PLAN_THAT_COMMITS } from './plan-keeper.ts';
import { DoubtfulCommit, PrimaryClient } from './primary-client.ts';
import { rows } from './rows.ts';
import { causesOf } from './sql-state.ts';
import { CommitUnknownError, commitAtOnce, transaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Runs as part of each COMMIT that inserted into the table. */
async function inCommit(table: string, body: string): Promise<void> {
  await database.db.execute(sql.raw(`create table ${table} (id int)`));
  await database.db.execute(
    sql.raw(`create function in_commit_of_${table}() returns trigger language plpgsql as $$
      begin ${body}; return null; end $$`),
  );
  await database.db.execute(
    sql.raw(`create constraint trigger in_commit after insert on ${table} deferrable initially deferred
      for each row execute function in_commit_of_${table}()`),
  );
}

const insertInto = (table: string) => (tx: { execute: Database['db']['execute'] }) =>
  tx.execute(sql.raw(`insert into ${table} values (1)`));

test('a COMMIT that the database warns about is not taken for certain', async () => {
  // As it warns if someone cancels the wait for the synchronous standby.
  await inCommit('warned', `raise warning 'canceling wait for synchronous replication due to user request'`);
  const error = await transaction(database.db, insertInto('warned')).catch((each) => each);
  expect(error).toBeInstanceOf(CommitUnknownError);
  const warning = [...causesOf(error)].find((cause) => cause instanceof DoubtfulCommit);
  expect(warning?.message).toContain('canceling wait for synchronous replication');
  // The connection is as good as before, and a notice is no warning.
  await inCommit('noticed', `raise notice 'all is well'`);
  await expect(transaction(database.db, insertInto('noticed'))).resolves.toBeDefined();
  await transaction(database.db, async (tx) => {
    await tx.execute(sql.raw(`do $$ begin raise warning 'before COMMIT'; end $$`));
  });
});

test('a statement that commits itself is no more certain, and fails surely only if it did nothing', async () => {
  await inCommit(
    'warned_alone',
    `raise warning 'canceling wait for synchronous replication due to user request'`,
  );
  const lone = (text: string, db = database.db) =>
    commitAtOnce(db, sql`${KEPT_PLAN_THAT_COMMITS} ${sql.raw(text)}`, 'bet').catch((error: unknown) => error);
  const doubtful = await lone('insert into warned_alone values (1)');
  expect(doubtful).toBeInstanceOf(CommitUnknownError);
  expect([...causesOf(doubtful)].some((cause) => cause instanceof DoubtfulCommit)).toBe(true);
  await expect(lone('select 1 as found')).resolves.toEqual([{ found: 1 }]);
  const refused = ['select 1 / 0', "insert into warned_alone values ('x')", 'select nothing'];
  for (const text of refused) expect(await lone(text)).not.toBeInstanceOf(CommitUnknownError);
  expect(await lone('select pg_terminate_backend(pg_backend_pid())')).toBeInstanceOf(CommitUnknownError);

  // Nothing was sent.
  const away = await openPatiently('postgres://tallystone@127.0.0.1:1/nothing');
  expect(databaseFaultOf(await lone('select 1', away.db))).toBe('away');
  expect(await lone('select 1', away.db)).not.toBeInstanceOf(CommitUnknownError);
  await away.close();
  const full = await openPatiently(database.url, { connections: 1, connectTimeoutMs: 1000 });
  await full.db.transaction(async () => {
    const error = await lone('select 1', full.db);
    expect(databaseFaultOf(error)).toBe('busy');
    expect(error).not.toBeInstanceOf(CommitUnknownError);
  });
  await full.close();
});

test('a statement that the database undid because of another one is not an error', async () => {
  await database.db.execute(sql`
    create function undo() returns int language plpgsql as $$ begin raise exception using errcode = '40001'; end $$`);
  await expect(commitAtOnce(database.db, sql`select undo()`, 'bet')).resolves.toBeNull();
});

describe('a connection whose answer is late', () => {
  let hasty: Database;
  beforeAll(async () => {
    hasty = await openPatiently(database.url, { connections: 1, answerTimeoutMs: 200 });
  });
  afterAll(() => hasty.close());

  test('ends, which is told as a database that is away, and the next query gets another one', async () => {
    const error = await hasty.db.execute(sql`select pg_sleep(60)`).catch((each) => each);
    expect(databaseFaultOf(error)).toBe('away');
    expect(await rows(hasty.db, sql`select 1 as found`)).toEqual([{ found: 1 }]);
  });

  test('at COMMIT leaves open whether the work was done', async () => {
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await database.db.execute(sql`create table gate ()`);
    await holder.query('begin; lock table gate');
    await inCommit('held', 'lock table gate');
    const work = transaction(hasty.db, insertInto('held'));
    await expect(work).rejects.toBeInstanceOf(CommitUnknownError);
    await holder.end();
  });

  test('may take longer in a transaction that sets its own limit, and only there', async () => {
    await hasty.db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = '60s'`);
      await tx.execute(sql`select pg_sleep(0.4)`);
    });
    const work = hasty.db.transaction((tx) => tx.execute(sql`select pg_sleep(60)`));
    await expect(work).rejects.toSatisfy((error) => databaseFaultOf(error) === 'away');
  });
});

test('a connection of which nothing is asked stays, and ends later if an answer is late', async () => {
  const client = new PrimaryClient({ connectionString: database.url, answerTimeoutMs: 1000 });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('select 1');
  await once(client.connection.stream, 'timeout');
  expect((await client.query('select 1 as found')).rows).toEqual([{ found: 1 }]);
  await expect(client.query('select pg_sleep(60)')).rejects.toThrow('did not answer in time');
});

test('an address that leads to a standby is told as it is, and tried again', async () => {
  // A database that says it is a standby: our function is found before the system's.
  const standby = await createTestDatabase();
  const { db } = standby;
  const name = new URL(standby.url).pathname.slice(1);
  await db.execute(sql`create schema standby`);
  await db.execute(
    sql`create function standby.pg_is_in_recovery() returns bool language sql as 'select true'`,
  );
  await db.execute(sql.raw(`alter database ${name} set search_path = standby, public, pg_catalog`));
  const moved = await openPatiently(standby.adminUrl);
  const error = await moved.db.execute(sql`select 1`).catch((each) => each);
  expect(databaseFaultOf(error)).toBe('away');
  expect(startProblem(error, {})).toMatch(/^DATABASE_URL leads to a standby .* primary/);
  let nowMs = 0;
  const ready = readiness({ db: moved.db, now: () => new Date(nowMs), limitMs: 60_000 });
  expect(await ready.problem()).toMatchObject({
    kind: 'away',
    sentence: 'The address of the database leads to a standby, which takes no writes.',
  });
  // A program that only reads may read it.
  const reader = await openPatiently(standby.adminUrl, { mayBeStandby: true });
  expect(await rows(reader.db, sql`select 1 as found`)).toEqual([{ found: 1 }]);
  await db.execute(sql.raw(`alter database ${name} reset search_path`));
  nowMs += 1000;
  expect(await ready.problem()).toBeNull();
  await reader.close();
  await moved.close();
  await standby.close();
});
