import { anOlderDatabase, recordOlderAudit } from '@tallystone/testkit/database/older-database.ts';
import type { TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replayActs } from '../admin/replay-acts.ts';
import { replayAudit } from '../audit/replay-audit.ts';
import { rows } from './rows.ts';

let database: TestDatabase;
let client: pg.Client;

/** Without a row of the audit. */
beforeEach(async () => {
  ({ database, client } = await anOlderDatabase('0018_signed_markets'));
});
afterEach(async () => {
  await client.end();
  await database.close();
});

const { wallet } = anEvmWallet();

/** Acts on markets that an admin did with only a token, and that are signed since. */
async function actOnMarkets(): Promise<void> {
  await client.query(
    `insert into users (id, family, address_bytes, address, wallet_type) values ('ada', $1, $2, $3, 'evm')
     on conflict do nothing`,
    [wallet.family, Buffer.from(wallet.bytes), wallet.text],
  );
  const actor = { kind: 'admin', userId: 'ada', address: wallet.text } as const;
  for (const action of ['market.object', 'markets.close', 'markets.delete'])
    await recordOlderAudit(database.db, { actor, action, subject: 'm_a', after: {} });
}

test('the upgrade notes from where on acts on markets are signed, and reports no earlier ones', async () => {
  await actOnMarkets();
  await database.migrate();
  const { differences } = await replayActs(database.db);
  expect(differences).toEqual([]);
  expect((await replayAudit(database.db)).broken).toBeNull();
  expect(
    await rows(database.db, sql`select id::int, actor, subject from audit where action = 'acts.sign'`),
  ).toEqual([{ id: 4, actor: 'system', subject: 'markets' }]);
  await actOnMarkets();
  expect((await replayActs(database.db)).differences).toHaveLength(3);
});

test('in new books acts on markets are signed from the start', async () => {
  await database.migrate();
  expect(await rows(database.db, sql`select from audit`)).toEqual([]);
  await actOnMarkets();
  expect((await replayActs(database.db)).differences).toHaveLength(3);
});

test('that row exempts no approval', async () => {
  await actOnMarkets();
  const actor = { kind: 'admin', userId: 'ada', address: wallet.text } as const;
  const approval = { action: 'change.approve', subject: 'c_a', after: { seen: 'A change' } };
  await recordOlderAudit(database.db, { actor, ...approval });
  await database.migrate();
  expect((await replayActs(database.db)).differences).toMatchObject([
    { what: 'what was signed for change.approve of c_a, audit row 4', found: 'none' },
  ]);
});
