import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { type Readiness, readiness } from './readiness.ts';

let database: TestDatabase;
let nowMs = 0;
let ready: Readiness;
beforeAll(async () => {
  database = await createTestDatabase({ connections: 1 });
  await database.db.execute(sql`
    create function refuse_to_commit() returns trigger language plpgsql as $$
    begin raise exception 'nothing is committed here'; end $$`);
});
afterAll(() => database.close());
beforeEach(async () => {
  nowMs = Date.now();
  await database.db.execute(sql`delete from last_runs`);
  ready = readinessOn(database.db);
});

const readinessOn = (db: Db, limitMs = 600_000) => readiness({ db, now: () => new Date(nowMs), limitMs });
const problemOf = async () => (await ready.problem())?.sentence ?? null;
const probes = () =>
  rows(
    database.db,
    { at: col.text, xid: col.text },
    sql`select ran_at::text as at, xmin::text as xid from last_runs where name like 'probe %' order by 1`,
  );

/** A database that acts as if its disk were full: only the statements named here fail. */
const fullDisk = () =>
  Object.assign(new Error('could not extend file'), { code: '53100', severity: 'ERROR' });

test('512 concurrent checks make one commit, and checks within the next second make none', async () => {
  const answers = await Promise.all(Array.from({ length: 512 }, problemOf));
  expect(new Set(answers)).toEqual(new Set([null]));
  const first = await probes();
  expect(first).toHaveLength(1);
  nowMs += 999;
  expect(await problemOf()).toBeNull();
  expect(await probes()).toEqual(first);
  nowMs += 1;
  expect(await problemOf()).toBeNull();
  // The same row, changed by another transaction.
  const second = await probes();
  expect(second).toHaveLength(1);
  expect(second).not.toEqual(first);
});

test('no probe runs if a bet was committed within the last second', async () => {
  ready.committed();
  nowMs += 999;
  expect(await problemOf()).toBeNull();
  expect(await probes()).toEqual([]);
  nowMs += 1;
  expect(await problemOf()).toBeNull();
  expect(await probes()).toHaveLength(1);
});

test('a read-only database is reported until it accepts writes again', async () => {
  await database.db.execute(sql`set default_transaction_read_only = on`);
  expect(await ready.problem()).toMatchObject({
    sentence: 'The database refuses writes.',
    cause: { cause: { code: '25006' } },
  });
  await database.db.execute(sql`set default_transaction_read_only = off`);
  nowMs += 999;
  expect(await problemOf()).not.toBeNull();
  nowMs += 1;
  expect(await problemOf()).toBeNull();
});

test('a failing COMMIT is noticed, although all statements before it succeed', async () => {
  await database.db.execute(sql`
    create constraint trigger refuse_to_commit after insert or update on last_runs
    deferrable initially deferred for each row execute function refuse_to_commit()`);
  expect(await problemOf()).toBe('The database refuses writes.');
  await database.db.execute(sql`drop trigger refuse_to_commit on last_runs`);
  nowMs += 1000;
  expect(await problemOf()).toBeNull();
});

test('an unreachable database is reported', async () => {
  const away = await openPatiently('postgres://127.0.0.1:1/x');
  expect(await readinessOn(away.db).problem()).toMatchObject({ sentence: 'The database cannot be reached.' });
  await away.close();
});

test('a database that hangs has one commit waiting for all checks, and is ready once that is done', async () => {
  const [other, third] = [await openPatiently(database.url), await openPatiently(database.url)];
  // With 16 connections, so that only the check itself prevents a second commit.
  const stalled = await openPatiently(database.url);
  ready = readinessOn(stalled.db, 1);
  const letGo = await lockLastRuns(other.db);
  for (let second = 0; second < 20; second++) {
    expect(await Promise.all([problemOf(), problemOf()])).toEqual([
      'The database is slow to answer.',
      'The database is slow to answer.',
    ]);
    nowMs += 1000;
  }
  const waiting = () =>
    rows(
      third.db,
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  await expect.poll(waiting).toHaveLength(1);
  await letGo();
  await expect
    .poll(async () => {
      nowMs += 1000;
      return problemOf();
    })
    .toBeNull();
  expect(await probes()).toHaveLength(1);
  await Promise.all([other, third, stalled].map((each) => each.close()));
});

/** Blocks every probe. @returns releases them */
function lockLastRuns(db: Db): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    const held = db.transaction(async (tx) => {
      await tx.execute(sql`lock table last_runs`);
      await new Promise<void>((letGo) => {
        resolve(() => {
          letGo();
          return held;
        });
      });
    });
    held.catch(reject);
  });
}

test('a bet that fails because the database is unreachable or read-only counts at once, until the next commit', async () => {
  expect(await problemOf()).toBeNull();
  ready.failed(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
  expect(await problemOf()).toBe('The database cannot be reached.');
  ready.committed();
  expect(await problemOf()).toBeNull();
  ready.failed(Object.assign(new Error('read-only'), { code: '25006', severity: 'ERROR' }));
  expect(await problemOf()).toBe('The database refuses writes.');
  // Without bets, by a probe.
  nowMs += 1000;
  expect(await problemOf()).toBeNull();
});

test('a full disk is reported for ten seconds, although the small write of a probe succeeds', async () => {
  ready.failed(fullDisk());
  expect(await problemOf()).toBe('The database is out of space.');
  nowMs += 9999;
  expect(await problemOf()).toBe('The database is out of space.');
  nowMs += 1;
  expect(await problemOf()).toBeNull();
  ready.failed(fullDisk());
  expect(await problemOf()).not.toBeNull();
  ready.committed();
  expect(await problemOf()).toBeNull();
});

test('bets that fail for another reason do not affect other commits, and are reported as a reason', async () => {
  ready.failed(Object.assign(new Error('no such table'), { code: '42P01', severity: 'ERROR' }));
  expect(await problemOf()).toBeNull();
  expect(ready.betProblems()).toMatchObject([{ kind: 'recording', stops: 'every-bet' }]);
  ready.committed();
  expect(ready.betProblems()).toEqual([]);
  ready.failed(new Error('again'));
  nowMs += 10_000;
  expect(ready.betProblems()).toEqual([]);
});

test('the probe rows of stopped processes are deleted', async () => {
  await database.db.execute(sql`
    insert into last_runs (name, ran_at) values
      ('probe gone', clock_timestamp() - interval '2 hours'), ('probe here', clock_timestamp()),
      ('fold-prices', clock_timestamp() - interval '2 hours')`);
  expect(await problemOf()).toBeNull();
  const names = (await rows(database.db, { name: col.text }, sql`select name from last_runs`)).map(
    ({ name }) => name,
  );
  expect(names).toHaveLength(3);
  expect(names).toEqual(expect.arrayContaining(['probe here', 'fold-prices']));
});
