import { anOlderDatabase } from '@tallystone/testkit/database/older-database.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isMigrated } from './migrate.ts';
import { rows } from './rows.ts';

test('a migration that needs a table in use lets bets pass, and goes on when the table is free', async () => {
  const { database, client } = await anOlderDatabase('0020_practice_traders');
  await client.query('begin; lock table users in access share mode');
  let waited = () => {};
  const waiting = new Promise<void>((resolve) => {
    waited = resolve;
  });
  const migration = database.migrate(() => waited());
  await waiting;
  // It would queue behind a migration that waited on, until the dump or report that has the table ends.
  expect(await rows(database.db, sql`select id from users`)).toEqual([]);
  expect(await isMigrated(database.db)).toBe(false);
  await client.query('commit');
  await migration;
  expect(await isMigrated(database.db)).toBe(true);
  await client.end();
  await database.close();
});
