import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { exists } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { openAccount } from '../ledger/account-ids.ts';
import { grantFromFaucet } from './faucet.ts';

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
