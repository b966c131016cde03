import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { requireUser } from '../identity/sign-in.ts';
import { openGuestFunds } from '../practice/faucet.ts';
import { openHouse } from '../practice/open-house.ts';

// Each of two openers that meet would open an account if only the constraint kept them from it: not every database has
// constraints for which nulls are equal.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // A constraint in PostgreSQL, an index where nulls are never equal.
  await database.db.execute(sql`alter table accounts drop constraint if exists accounts_owner`);
  await database.db.execute(sql`drop index if exists accounts_owner`);
});
afterAll(() => database.close());

const atOnce = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 10 }, work));
const opened = (userId: string | null) =>
  rows(
    database.db,
    { kind: col.text },
    sql`select kind from accounts where user_id is not distinct from ${userId}::text order by kind`,
  );

test('servers that start at once open each account of the house once', async () => {
  await atOnce(() => openHouse(database.db, 'demo'));
  expect((await opened(null)).map(({ kind }) => kind)).toEqual(['faucet', 'fees', 'outside', 'pool']);
});

test('sign-ins of a new wallet at once open one account', async () => {
  const { wallet } = anEvmWallet();
  const signIn = (tx: Tx) => requireUser(tx, wallet, 'evm');
  await atOnce(() => transaction(database.db, signIn));
  const { id } = await transaction(database.db, signIn);
  expect(await opened(id)).toHaveLength(1);
});

test('first bets of a guest at once open one account', async () => {
  await database.db.execute(sql`
    insert into users (id, family, address_bytes, address, wallet_type, guest)
    values ('guest', 'evm', '\\x00', '0x00', 'evm', true)`);
  const opens = await atOnce(() => openGuestFunds(database.db, 'guest', new Date()));
  expect(opens).toEqual(Array(10).fill(true));
  expect(await opened('guest')).toHaveLength(1);
});
