import { startOfUtcDay } from '@tallystone/core/identity/daily-stake-cap';
import { faucetGrantEntry } from '@tallystone/core/ledger/faucet-grant-entry';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { col, exists, values } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { openAccount } from '../ledger/account-ids.ts';
import { recordEntries } from '../ledger/record-entries.ts';

/** The first grant, and the balance after each top-up. */
export const FULL_FUNDS = microUsdc(1_000_000_000n);
/** Balances below this are topped up. */
export const LOW_FUNDS = microUsdc(10_000_000n);

/**
 * Gives a user practice money: 1,000.00 at first, and once per UTC day a top-up to 1,000.00 if less than 10.00 is left.
 * The entry's key makes each grant happen only once.
 */
export async function grantFromFaucet(tx: Tx, userId: string, now: Date): Promise<void> {
  // The lock makes concurrent calls take turns, so the second one finds the entry of the first.
  const [balance] = await values(
    tx,
    col.usdc,
    sql`select balance from accounts where kind = 'user' and user_id = ${userId} for update`,
  );
  if (balance === undefined) throw new Error(`expected an account of user ${userId}`);
  const first = `faucet-grant:${userId}:first`;
  const today = `faucet-grant:${userId}:${startOfUtcDay(now).toISOString().slice(0, 10)}`;
  const given = await values(tx, col.text, sql`select key from entries where key in (${first}, ${today})`);
  const has = (key: string) => given.includes(key);
  const key = has(first) ? today : first;
  if (has(key) || balance >= LOW_FUNDS) return;
  await recordEntries(tx, [
    { key, entry: faucetGrantEntry({ userId, amount: microUsdc(FULL_FUNDS - balance) }) },
  ]);
}

/** Like `grantFromFaucet`, for a user who is signed in; one read if nothing is due. A guest gets funds with the first bet. */
export async function topUpFromFaucet(db: Db, userId: string, now: Date): Promise<void> {
  const [balance] = await values(
    db,
    col.usdc,
    sql`select balance from accounts where kind = 'user' and user_id = ${userId}`,
  );
  if (balance === undefined || balance >= LOW_FUNDS) return;
  await transaction(db, (tx) => grantFromFaucet(tx, userId, now));
}

/**
 * Opens a guest's account with its practice money before the first bet. Later calls cost one read.
 *
 * @returns false if the guest no longer exists
 */
export async function openGuestFunds(db: Db, userId: string, now: Date): Promise<boolean> {
  const hasAccount = (of: Db) =>
    exists(of, sql`select from accounts where kind = 'user' and user_id = ${userId}`);
  if (await hasAccount(db)) return true;
  return transaction(db, async (tx) => {
    // Two concurrent first bets take turns here.
    if (!(await exists(tx, sql`select from users where id = ${userId} for no key update`))) return false;
    if (await hasAccount(tx)) return true;
    await openAccount(tx, { kind: 'user', userId });
    await grantFromFaucet(tx, userId, now);
    return true;
  });
}
