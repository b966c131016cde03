import { anOlderDatabase } from '@tallystone/testkit/database/older-database.ts';
import { openPatiently, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isMigrated, MIGRATION_LOCK } from './migrate.ts';
import { col, rows } from './rows.ts';

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  ({ database, client } = await anOlderDatabase('0021_smaller_bets'));
});
afterEach(async () => {
  await client.end();
  await database.close();
});

/** The names of the indexes of a table, and whether each is complete. */
async function indexesOf(table: string): Promise<Map<string, boolean>> {
  const found = await rows(
    database.db,
    { name: col.text, isValid: col.bool },
    sql`select indexrelid::regclass::text as name, indisvalid as is_valid
        from pg_index where indrelid = ${table}::regclass order by 1`,
  );
  return new Map(found.map(({ name, isValid }) => [name, isValid]));
}

test('new indexes of bets are built while bets are written, and wait for none that is under way', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await client.query('begin; lock table bets in row exclusive mode');
  const migration = database.migrate();
  await vi.waitUntil(async () => {
    const { rowCount } = await other.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like 'CREATE UNIQUE INDEX CONCURRENTLY%'`,
    );
    return rowCount === 1;
  }, 60_000);
  // A bet that came now would queue behind an index that is built in the ordinary way.
  await other.query(`set lock_timeout = '5s'; begin; lock table bets in row exclusive mode; commit`);
  expect(await isMigrated(database.db)).toBe(false);
  await client.query('commit');
  await migration;
  await other.end();
  expect([...(await indexesOf('bets'))]).toEqual([
    ['bets_day', true],
    ['bets_entry', true],
    ['bets_moments', true],
    ['bets_of_feed', true],
    ['bets_one_of_key', true],
    ['bets_one_of_quote', true],
    ['bets_pkey', true],
    ['bets_version', true],
  ]);
  expect([...(await indexesOf('postings'))]).toEqual([
    ['postings_entry', true],
    ['postings_from', true],
    ['postings_to', true],
  ]);
});

test('an index that an interrupted start left incomplete is built again', async () => {
  await client.query('create index bets_moments on bets (placed_at)');
  await client.query(`update pg_index set indisvalid = false where indexrelid = 'bets_moments'::regclass`);
  await database.migrate();
  expect((await indexesOf('bets')).get('bets_moments')).toBe(true);
  expect(
    await rows(
      database.db,
      { made: col.text },
      sql`select pg_get_indexdef('bets_moments'::regclass) as made`,
    ),
  ).toEqual([{ made: expect.stringContaining('USING brin') }]);
});

test('a server of an older version that waits for the migration in a statement goes first', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await client.query(`alter database ${name} set deadlock_timeout = '20ms'`);
  const [other, older] = [0, 1].map(() => new pg.Client({ connectionString: database.url }));
  if (other === undefined || older === undefined) throw new Error('there are two');
  await Promise.all([other.connect(), older.connect()]);
  const waits = (query: string) =>
    vi.waitUntil(async () => {
      const { rowCount } = await other.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like $1 and clock_timestamp() - query_start > interval '100 milliseconds'`,
        [query],
      );
      return rowCount === 1;
    }, 60_000);
  await client.query('begin; lock table bets in row exclusive mode');
  const migration = database.migrate();
  await waits('CREATE UNIQUE INDEX CONCURRENTLY%');
  const turn = older.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  await waits('select pg_advisory_lock%');
  // Now the index waits for the older server, which waits for us.
  await client.query('commit');
  await turn;
  expect(await isMigrated(database.db)).toBe(false);
  await older.end();
  await migration;
  expect((await indexesOf('bets')).get('bets_one_of_quote')).toBe(true);
  await other.end();
});

test('servers that start at once build the indexes once', async () => {
  const second = await openPatiently(database.url);
  await Promise.all([database.migrate(), second.migrate()]);
  expect(await isMigrated(second.db)).toBe(true);
  await second.close();
});
