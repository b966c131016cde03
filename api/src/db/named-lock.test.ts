import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db, Tx } from './db.ts';
import { takeLock, tryLock } from './named-lock.ts';
import type { Database } from './open-database.ts';
import { col, rows, value } from './rows.ts';
import { transaction } from './transaction.ts';

let database: TestDatabase;
/** Another process, which soon reports that it waits. */
let hasty: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  hasty = await openPatiently(database.url, { lockTimeoutMs: 500 });
});
afterAll(async () => {
  await hasty.close();
  await database.close();
});

const taking = (name: string) => (db: Db) => transaction(db, (tx) => takeLock(tx, name));
const trying = (name: string) => (db: Db) => transaction(db, (tx) => tryLock(tx, name));

/** What `second` does while a transaction has done `first`. */
const beside = <T>(first: (tx: Tx) => Promise<unknown>, second: (db: Db) => Promise<T>): Promise<T> =>
  transaction(database.db, async (tx) => {
    await first(tx);
    return second(hasty.db);
  });

const waits = { cause: { code: '55P03' } };

test.each([
  ['taken', takeLock],
  ['tried', tryLock],
] as const)('a lock that was %s is held until its transaction ends', async (_, first) => {
  await taking('one')(database.db);
  await expect(beside((tx) => first(tx, 'one'), taking('one'))).rejects.toMatchObject(waits);
  expect(await beside((tx) => first(tx, 'one'), trying('one'))).toBe(false);
  expect(await beside((tx) => first(tx, 'one'), trying('seal-books'))).toBe(true);
  expect(await trying('one')(hasty.db)).toBe(true);
  await taking('one')(hasty.db);
});

test('a transaction that is undone gives its lock back, also at its first use', async () => {
  for (const first of [takeLock, tryLock]) {
    const undone = transaction(database.db, async (tx) => {
      await first(tx, 'undone');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await rows(database.db, sql`select from named_locks where name = 'undone'`)).toHaveLength(0);
  }
  expect(await trying('undone')(hasty.db)).toBe(true);
});

test('a transaction may take a lock that it has', async () => {
  await transaction(database.db, async (tx) => {
    await takeLock(tx, 'twice');
    expect(await tryLock(tx, 'twice')).toBe(true);
    await takeLock(tx, 'twice');
  });
});

test('of many transactions one at a time has the lock, also at its first use', async () => {
  await database.db.execute(sql`create table counted (n int); insert into counted values (0)`);
  // Reads and writes in two statements, so that two at once would count as one.
  const count = (tx: Tx) =>
    value(tx, col.number, sql`select n from counted`).then(async (n) => {
      await tx.execute(sql`update counted set n = ${n + 1}`);
      return true;
    });
  const done = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      transaction(database.db, async (tx) => {
        if (at % 2 === 0) await takeLock(tx, 'many');
        else if (!(await tryLock(tx, 'many'))) return false;
        return count(tx);
      }),
    ),
  );
  const times = done.filter(Boolean).length;
  expect(times).toBeGreaterThanOrEqual(50);
  expect(await value(database.db, col.number, sql`select n from counted`)).toBe(times);
  expect(await value(database.db, col.whole, sql`select taken from named_locks where name = 'many'`)).toBe(
    times,
  );
});

test('taking a lock changes no index, so its old rows go without a vacuum', async () => {
  const taken = () =>
    transaction(database.db, async (tx) => {
      await takeLock(tx, 'seal-books');
      return value(
        tx,
        col.whole,
        sql`select n_tup_upd - n_tup_hot_upd from pg_stat_xact_user_tables where relname = 'named_locks'`,
      );
    });
  // While an analyze looks at the table, a full page may stay full.
  await expect.poll(taken).toBe(0);
});
