import { aFeedMarket, aMarket, betOverHttp, fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import { createDistributedDatabase } from '@tallystone/testkit/database/distributed-test-database.ts';
import type { TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { anEvmWallet } from '@tallystone/testkit/wallets/wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealBooks } from '../ledger/seal-books.ts';
import { isMigrated } from './migrate.ts';
import { col, values } from './rows.ts';

/** The tables of deploy/distributed, and a role that can't use what distributed databases lack. `npm run prove -- distributed` does more. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createDistributedDatabase();
});
afterAll(async () => {
  await database.close();
});

test('the role can use nothing that distributed databases lack', async () => {
  for (const call of [
    sql`select pg_try_advisory_lock(1)`,
    sql`select pg_advisory_xact_lock(1)`,
    sql`select pg_notify('tallystone', '')`,
    sql`select pg_current_xact_id()`,
    sql`create trigger late before insert on bets for each row execute function suppress_redundant_updates_trigger()`,
  ])
    await expect(database.db.execute(call)).rejects.toMatchObject({ cause: { code: '42501' } });
});

test('nothing is to migrate, and finding that out takes no lock', async () => {
  expect(await isMigrated(database.db)).toBe(true);
  await database.migrate();
});

test('bettors sign in and bet, and the books are sealed', async () => {
  const { db } = database;
  await fundTheHouse(db);
  const app = await aTestApp(database);
  const problems: unknown[] = [];
  const sealer = sealBooks({
    database,
    headFile: null,
    onHead: () => undefined,
    onError: (error) => problems.push(error),
  });
  try {
    for (const market of [await aMarket(db), await aFeedMarket(db)]) {
      const wallet = anEvmWallet();
      const { headers } = await signInWith(app, wallet);
      const placed = await betOverHttp(app, { wallet, headers, market, amount: 5 });
      expect(placed.statusCode).toBe(200);
    }
    const unsealed = () =>
      values(
        db,
        col.text,
        sql`select id::text from entries where id > (select coalesce(max(last_entry), 0) from seals)`,
      );
    await expect
      .poll(async () => {
        await sealer.round();
        return unsealed();
      })
      .toEqual([]);
    expect(problems).toEqual([]);
  } finally {
    await sealer.stop();
    await app.close();
  }
});
