import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeSomeBets } from '@tallystone/testkit/betting/some-bets.ts';
import { createTestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { buildPrograms, type TestPrograms } from '@tallystone/testkit/server/programs.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './db/open-database.ts';
import { col, value } from './db/rows.ts';
import { HISTORY_TABLES } from './history/over.ts';

let programs: TestPrograms;
let database: Database & { url: string };
beforeAll(async () => {
  programs = await buildPrograms();
  database = await createTestDatabase();
  await placeSomeBets(database);
});
afterAll(async () => {
  await database.close();
  programs.remove();
});

const run = async (args: string[], env: Record<string, string> = { DATABASE_URL: database.url }) => {
  const program = programs.run('move-history', args, env);
  return { code: await program.ended, said: program.said() };
};
const countHistoryTables = () =>
  value(database.db, col.whole, sql`select count(*) from pg_tables where schemaname = 'history'`);

test.each([
  [[], 'Name the last month to move'],
  [['2026-13'], 'Name the last month to move'],
  [['august'], 'Name the last month to move'],
  [['2026-08', '2026-09'], 'Name the last month to move'],
  [['--tablespace', '2026-08'], 'Name the last month to move'],
  [
    ['--tablespace', 'slow', '2020-01'],
    'The database has no tablespace slow. Make it with CREATE TABLESPACE first.',
  ],
])('%j is refused in a sentence', async (args, sentence) => {
  const { code, said } = await run(args);
  expect(said).toContain(sentence);
  expect(code).toBe(1);
  expect(await countHistoryTables()).toBe(0);
});

test('books in a data folder stay as they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallystone-history-'));
  const { code, said } = await run(['2020-01'], { DATA_DIR: folder });
  expect(said).toContain('Only books in PostgreSQL have history tables');
  expect(code).toBe(1);
  await rm(folder, { recursive: true });
});

test('a month that is not over for a week is refused', async () => {
  const now = await value(
    database.db,
    col.text,
    sql`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM')`,
  );
  const { code, said } = await run([now]);
  expect(said).toMatch(/can be moved from \d{4}-\d\d-08 on\. Nothing was moved\./);
  expect(code).toBe(1);
  expect(await countHistoryTables()).toBe(0);
});

test('who does not own the tables is told whose work it is', async () => {
  const role = `history_reader_${randomBytes(4).toString('hex')}`;
  const name = sql.raw(role);
  await database.db.execute(sql`create role ${name} login`);
  const url = new URL(database.url);
  url.username = role;
  try {
    await database.db.execute(sql`grant select on all tables in schema public, drizzle to ${name}`);
    await database.db.execute(sql`grant usage on schema drizzle to ${name}`);
    const { code, said } = await run(['2020-01'], { DATABASE_URL: url.href });
    expect(said).toContain('Let DATABASE_DIRECT_URL name the owner of the tables. Nothing was moved.');
    expect(code).toBe(1);
  } finally {
    await database.db.execute(sql`drop owned by ${name}`);
    await database.db.execute(sql`drop role ${name}`);
  }
});

test('a month before the first bet makes tables and moves nothing', async () => {
  const { code, said } = await run(['--tablespace', 'pg_default', '2020-01']);
  expect(said).toBe('Nothing to move: everything that was over by the end of 2020-01 has moved before.\n');
  expect(code).toBe(0);
  expect(await countHistoryTables()).toBe(HISTORY_TABLES.length);
});
