import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp, type SignedIn, signInWith } from '@tallystone/testkit/server/test-app.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { recordEntries } from '../ledger/record-entries.ts';

let database: TestDatabase;
let app: App;
const clock = { now: new Date() };

beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database, { now: () => clock.now });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Moves money to the pool, like a bet but without one. */
async function spend({ user }: SignedIn, amount: bigint): Promise<void> {
  const [row] = await rows(
    database.db,
    { id: col.text },
    sql`select id from users where address = ${user.publicKey}`,
  );
  const userId = row?.id ?? '';
  await transaction(database.db, (tx) =>
    recordEntries(tx, [
      {
        key: `test:${userId}:${Math.random()}`,
        entry: {
          kind: 'bet',
          postings: [{ from: { kind: 'user', userId }, to: { kind: 'pool' }, amount: microUsdc(amount) }],
        },
      },
    ]),
  );
}

const balanceOf = async ({ headers }: SignedIn) =>
  (await app.http.inject({ url: '/api/user/limits', headers })).json().balance;

describe('practice money', () => {
  test('is 1,000.00 at first and is topped up below 10.00, once per UTC day', async () => {
    clock.now = new Date('2026-11-21T23:50:00Z');
    const alice = await signInWith(app);
    expect(await balanceOf(alice)).toBe(1000);
    await spend(alice, 990_000_000n);
    expect(await balanceOf(alice)).toBe(10);
    await spend(alice, 10_000n);
    expect(await balanceOf(alice)).toBe(1000);
    await spend(alice, 995_000_000n);
    expect(await balanceOf(alice)).toBe(5);
    clock.now = new Date('2026-11-22T00:00:01Z');
    expect(await balanceOf(alice)).toBe(1000);
    clock.now = new Date();
  });

  test('is topped up once for concurrent calls', async () => {
    const bob = await signInWith(app);
    await spend(bob, 999_000_000n);
    const balances = await Promise.all(Array.from({ length: 50 }, () => balanceOf(bob)));
    expect(new Set(balances)).toEqual(new Set([1000]));
    const [grants] = await rows(
      database.db,
      { n: col.number },
      sql`
        select count(*)::int as n from entries e join postings p on p.entry_id = e.id
          join accounts a on a.id = p.to_account join users u on u.id = a.user_id
        where e.kind = 'faucet-grant' and u.address = ${bob.user.publicKey}`,
    );
    expect(grants?.n).toBe(2);
  });

  test('comes from the faucet: the sum of all accounts is zero', async () => {
    const [sum] = await rows(
      database.db,
      { sum: col.text },
      sql`select sum(balance)::text as sum from accounts`,
    );
    expect(sum?.sum).toBe('0');
  });
});
