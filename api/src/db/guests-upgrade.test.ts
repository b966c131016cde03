import { createHash, randomBytes } from 'node:crypto';
import { anOlderDatabase } from '@tallystone/testkit/database/older-database.ts';
import type { TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp, demoSignInWith, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { isMigrated } from './migrate.ts';
import { rows } from './rows.ts';

const alice = anEvmWallet();
const tokens = { signed: aToken(), demo: aToken() };
let database: TestDatabase;
let app: App;

/** A database of the version before guests: a wallet's user with funds, a signed session and a demo session. */
beforeAll(async () => {
  const older = await anOlderDatabase('0012_guests');
  const { client } = older;
  database = older.database;
  const { family, bytes, text } = alice.wallet;
  await client.query(
    `insert into users (id, family, address_bytes, address, wallet_type) values ('alice', $1, $2, $3, 'evm')`,
    [family, Buffer.from(bytes), text],
  );
  for (const [kind, token] of Object.entries(tokens)) {
    await client.query(
      `insert into sessions (token_hash, user_id, verified, chain, expires_at)
       values ($1, 'alice', $2, 'Polygon', now() + interval '1 hour')`,
      [createHash('sha256').update(token).digest(), kind === 'signed'],
    );
  }
  await client.query(`
    with house as (
      insert into accounts (kind, user_id) values ('faucet', null), ('user', 'alice') returning id, kind
    ), granted as (
      insert into entries (kind, key) values ('faucet-grant', 'faucet-grant:alice:first') returning id
    ), moved as (
      insert into postings (entry_id, from_account, to_account, amount)
      select g.id, f.id, t.id, 987650000 from granted g, house f, house t where f.kind = 'faucet' and t.kind = 'user'
      returning amount
    )
    select * from moved;
    update accounts set balance = case kind when 'user' then 987650000 else -987650000 end`);
  await client.end();
  expect(await isMigrated(database.db)).toBe(false);
  await database.migrate();
  expect(await isMigrated(database.db)).toBe(true);
  app = await aTestApp(database);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

function aToken(): string {
  return randomBytes(32).toString('base64url');
}

const limitsWith = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.http.inject({ url: '/api/user/limits', headers });
  return [answer.statusCode, answer.json().balance];
};

test('the upgrade ends sessions that no wallet signed, and keeps the signed ones', async () => {
  expect(await limitsWith(tokens.demo)).toEqual([401, undefined]);
  expect(await limitsWith(tokens.signed)).toEqual([200, 987.65]);
  expect(await rows(database.db, sql`select user_id from sessions`)).toEqual([{ user_id: 'alice' }]);
});

test('after the upgrade the account belongs to the wallet that proves its key, not to guests who show it', async () => {
  const guest = await demoSignInWith(app, alice);
  expect(await limitsWith(guest.token)).toEqual([200, 1000]);
  const owner = await signInWith(app, alice);
  expect(await limitsWith(owner.token)).toEqual([200, 987.65]);
  const found = await rows(
    database.db,
    sql`select id, guest from users where address = ${alice.wallet.text} order by guest`,
  );
  expect(found).toEqual([
    { id: 'alice', guest: false },
    { id: expect.not.stringMatching('alice'), guest: true },
  ]);
});
