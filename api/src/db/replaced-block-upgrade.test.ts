import { anOlderDatabase } from '@tallystone/testkit/database/older-database.ts';
import type { TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFollowedState, readReplacedBy } from '../chain/cursor-store.ts';

const HASHES = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`] as const;

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  ({ database, client } = await anOlderDatabase('0017_replaced_by'));
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
  await database.migrate();
  const { alert } = await readFollowedState(database.db);
  return { alert, replacedBy: await readReplacedBy(database.db) };
}

test('the upgrade takes the new hash from the alert of a replaced block, and keeps the alert', async () => {
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
