import { createTestDatabase, openPatiently } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readStandbys, standbyProblem, standbysWithAll } from './read-standbys.ts';

test.each([
  [{ areAwaited: true, connected: 1 }, 1, null],
  [{ areAwaited: true, connected: 0 }, 0, /^No synchronous standby is connected/],
  // Asynchronous standbys may lack the newest bets.
  [{ areAwaited: false, connected: 0 }, 0, /don't wait for a synchronous standby/],
  [{ areAwaited: false, connected: 2 }, 0, /don't wait for a synchronous standby/],
  [{ areAwaited: true, connected: null }, null, /^It can't be seen .* pg_monitor/],
])('%o is told as %s standbys with all acknowledged work', (standbys, count, problem) => {
  expect(standbysWithAll(standbys)).toBe(count);
  const sentence = standbyProblem(standbys);
  if (problem === null) expect(sentence).toBeNull();
  else expect(sentence).toMatch(problem);
});

test('synchronous standbys are counted, and what is hidden is unknown', async () => {
  const database = await createTestDatabase();
  // A database that waits for standbys, and has those that we say: our names are found before the system's.
  const name = new URL(database.url).pathname.slice(1);
  await database.db.execute(sql`create schema faked`);
  await database.db.execute(sql`
    create table faked.pg_stat_replication (application_name text, state text, sync_state text)`);
  await database.db.execute(sql`
    create function faked.current_setting(name text) returns text language sql as $$
      select case name when 'synchronous_standby_names' then '2 (a, b)' else pg_catalog.current_setting(name) end $$`);
  expect(await readStandbys(database.db)).toEqual({ areAwaited: false, connected: 0 });
  await database.db.execute(sql.raw(`alter database ${name} set search_path = faked, public, pg_catalog`));
  const faked = await openPatiently(database.adminUrl, { connections: 1 });
  const { db } = faked;
  const add = (application: string | null, state: string | null, sync: string | null) =>
    db.execute(sql`insert into pg_stat_replication values (${application}, ${state}, ${sync})`);
  expect(await readStandbys(db)).toEqual({ areAwaited: true, connected: 0 });
  await add('a', 'streaming', 'async');
  await add('b', 'catchup', 'sync');
  await add('pg_basebackup', 'streaming', 'sync');
  expect(await readStandbys(db)).toEqual({ areAwaited: true, connected: 0 });
  await add('c', 'streaming', 'sync');
  await add('d', 'streaming', 'quorum');
  expect(await readStandbys(db)).toEqual({ areAwaited: true, connected: 2 });
  await db.execute(sql`set synchronous_commit = 'local'`);
  expect(await readStandbys(db)).toEqual({ areAwaited: false, connected: 2 });
  await db.execute(sql`set synchronous_commit = 'remote_apply'`);
  await add('tallystone', null, null);
  expect(await readStandbys(db)).toEqual({ areAwaited: true, connected: null });
  await db.execute(sql`alter table faked.pg_stat_replication drop column sync_state`);
  expect(await readStandbys(db)).toEqual({ areAwaited: true, connected: null });
  await faked.close();
  await database.close();
});
