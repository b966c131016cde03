import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { col, rows } from './rows.ts';
import { sqlState } from './sql-state.ts';
import { CommitUnknownError, transaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ connections: 4, lockTimeoutMs: 500 });
  await database.db.execute(sql`create table tally (id int primary key, n int not null)`);
  await database.db.execute(sql`insert into tally values (1, 0), (2, 0)`);
});
afterAll(() => database.close());

const add = (id: number) => sql`update tally set n = n + 1 where id = ${id}`;

async function killConnection(pid: unknown): Promise<void> {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  // Returns once the process is gone; before that it could still take a COMMIT.
  await other.query('select pg_terminate_backend($1, 60000)', [pid]);
  await other.end();
}

const ownPid = sql`select pg_backend_pid() as pid`;

describe('a transaction', () => {
  test('that deadlocks with another is retried, and both succeed', async () => {
    // Longer than the second after which the database checks for deadlocks.
    const patient = await openPatiently(database.url);
    let tries = 0;
    let holding = 0;
    let bothHold = () => {};
    const locked = new Promise<void>((resolve) => {
      bothHold = resolve;
    });
    const addBoth = (first: number, second: number) =>
      transaction(patient.db, async (tx) => {
        tries += 1;
        await tx.execute(add(first));
        holding += 1;
        if (holding === 2) bothHold();
        await locked;
        await tx.execute(add(second));
      });
    await Promise.all([addBoth(1, 2), addBoth(2, 1)]);
    // More than once if the retry takes its row again before the other one has woken up.
    expect(tries).toBeGreaterThan(2);
    expect(await rows(patient.db, sql`select n from tally order by id`)).toEqual([{ n: 2 }, { n: 2 }]);
    await patient.close();
  });

  test('that the database refuses because of its data is not retried', async () => {
    let tries = 0;
    const work = transaction(database.db, async (tx) => {
      tries += 1;
      await tx.execute(sql`insert into tally values (1, 5)`);
    });
    await expect(work).rejects.toSatisfy((error) => sqlState(error) === '23505');
    expect(tries).toBe(1);
  });

  test('whose connection breaks before COMMIT is known to be rolled back', async () => {
    const work = transaction(database.db, async (tx) => {
      const [own] = await rows(tx, { pid: col.number }, ownPid);
      await tx.execute(sql`insert into tally values (10, 1)`);
      await killConnection(own?.pid);
      await tx.execute(sql`select 1`);
    });
    await expect(work).rejects.not.toBeInstanceOf(CommitUnknownError);
  });

  test('whose statement the server ends because it stops fails with what the server said', async () => {
    const work = transaction(database.db, async (tx) => {
      const [own] = await rows(tx, { pid: col.number }, ownPid);
      await Promise.all([tx.execute(sql`select pg_sleep(60)`), killConnection(own?.pid)]);
    });
    await expect(work).rejects.toSatisfy((error) => sqlState(error) === '57P01');
  });

  test('whose connection breaks at COMMIT has an unknown outcome, and says so', async () => {
    const work = transaction(database.db, async (tx) => {
      const [own] = await rows(tx, { pid: col.number }, ownPid);
      await tx.execute(sql`insert into tally values (11, 1)`);
      await killConnection(own?.pid);
    });
    await expect(work).rejects.toBeInstanceOf(CommitUnknownError);
  });

  test('leaves the pool usable after broken connections', async () => {
    const results = await Promise.all(Array.from({ length: 12 }, () => database.db.execute(sql`select 1`)));
    expect(results).toHaveLength(12);
  });

  test('does not wait for a lock for ever', async () => {
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select * from tally where id = 1 for update');
    const work = transaction(database.db, (tx) => tx.execute(add(1)));
    await expect(work).rejects.toSatisfy((error) => sqlState(error) === '55P03');
    await holder.query('rollback');
    await holder.end();
  });
});
