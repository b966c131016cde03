import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFollowedState, readReplacedBy } from '../chain/cursor-store.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
const REPLACED = '0017_replaced_by';
const HASHES = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`] as const;

let database: TestDatabase;
let client: pg.Client;

/** A database as the version before left it, with its alert about the chain. */
beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const before = mkdtempSync(join(tmpdir(), 'tallystone-migrations-'));
  cpSync(MIGRATIONS, before, { recursive: true });
  const journal = join(before, 'meta/_journal.json');
  // As drizzle-kit writes it.
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
  const older = entries.slice(
    0,
    entries.findIndex(({ tag }) => tag === REPLACED),
  );
  writeFileSync(journal, JSON.stringify({ ...rest, entries: older }));
  await client.query('drop schema public cascade; create schema public; drop schema drizzle cascade');
  await migrate(drizzle(client), { migrationsFolder: before });
  rmSync(before, { recursive: true });
});
afterEach(async () => {
  await client.end();
  await database.close();
});

async function upgraded(kind: string, sentence: string) {
  await client.query(
    `insert into chain_cursor (chain_id, escrow, block_number, block_hash, block_at, alert_kind, alert, alerted_at)
     values (137, '\\xcc', 7, decode($1, 'hex'), now(), $2, $3, now())`,
    [HASHES[0].slice(2), kind, sentence],
  );
  await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  const { alert } = await readFollowedState(database.db);
  return { alert, replacedBy: await readReplacedBy(database.db) };
}

test('the upgrade reads the new hash off the alert of a replaced block, and the alert is as it was', async () => {
  const sentence = `Block 7 was final as ${HASHES[0]} and is ${HASHES[1]} now.`;
  expect(await upgraded('finality-broken', sentence)).toEqual({
    alert: { kind: 'finality-broken', sentence },
    replacedBy: HASHES[1],
  });
});

test('the upgrade leaves another alert alone', async () => {
  const sentence = 'The contract came under other hands.';
  expect(await upgraded('roles-changed', sentence)).toEqual({
    alert: { kind: 'roles-changed', sentence },
    replacedBy: null,
  });
});
