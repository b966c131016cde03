import { createHash } from 'node:crypto';
import { anOlderDatabase } from '@tallystone/testkit/database/older-database.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { takeLock, tryLock } from './named-lock.ts';
import type { Database } from './open-database.ts';
import { rows } from './rows.ts';
import { transaction } from './transaction.ts';

/** Servers of 0.1.0 take advisory locks. They run beside this version while servers are replaced. */
const lockOf010 = (name: string) =>
  createHash('sha256').update(`tallystone:${name}`).digest().readBigInt64BE().toString();

let database: TestDatabase;
let older: pg.Client;
/** A server of this version, which soon reports that it waits. */
let hasty: Database;
beforeAll(async () => {
  ({ database, client: older } = await anOlderDatabase('0023_named_locks'));
  await older.query(`insert into accounts (kind) values ('pool')`);
  await database.migrate();
  hasty = await openPatiently(database.url, { lockTimeoutMs: 500 });
});
afterAll(async () => {
  await hasty.close();
  await older.end();
  await database.close();
});

// The second key is negative.
test.each(['seal-books', 'audit', 'chain signer 0xAbCd'])(
  'a lock %s that a server of 0.1.0 holds is taken for this version',
  async (name) => {
    await transaction(hasty.db, (tx) => takeLock(tx, name));
    await older.query('begin');
    await older.query('select pg_advisory_xact_lock($1)', [lockOf010(name)]);
    expect(await transaction(hasty.db, (tx) => tryLock(tx, name))).toBe(false);
    await expect(transaction(hasty.db, (tx) => takeLock(tx, name))).rejects.toMatchObject({
      cause: { code: '55P03' },
    });
    const taken = transaction(database.db, (tx) => takeLock(tx, name));
    await vi.waitUntil(async () => {
      const waiting = sql`
        select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
      return (await rows(hasty.db, waiting)).length === 1;
    }, 60_000);
    await older.query('commit');
    await taken;
    expect(await transaction(hasty.db, (tx) => tryLock(tx, name))).toBe(true);
  },
);

test.each([
  ['taken', takeLock],
  ['tried', tryLock],
] as const)('a server of 0.1.0 waits for a lock that was %s, also at its first use', async (how, first) => {
  const name = `new ${how}`;
  const isFree = async () => {
    const found = await older.query('select pg_try_advisory_xact_lock($1) as free', [lockOf010(name)]);
    return found.rows[0].free;
  };
  for (let use = 1; use <= 2; use++) {
    await transaction(database.db, async (tx) => {
      await first(tx, name);
      expect(await isFree()).toBe(false);
    });
    expect(await isFree()).toBe(true);
  }
});

test('a transaction that did not get a lock holds none of 0.1.0', async () => {
  await transaction(database.db, async (tx) => {
    await takeLock(tx, 'seal-books');
    await transaction(hasty.db, async (other) => {
      expect(await tryLock(other, 'seal-books')).toBe(false);
    });
  });
  const { rows: free } = await older.query('select pg_try_advisory_xact_lock($1) as free', [
    lockOf010('seal-books'),
  ]);
  expect(free).toEqual([{ free: true }]);
});

test('a database that this version made takes no advisory locks', async () => {
  const made = await createTestDatabase();
  expect(await rows(made.db, sql`select from pg_trigger where tgrelid = 'named_locks'::regclass`)).toEqual(
    [],
  );
  await made.close();
});
