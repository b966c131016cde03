import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { openAccount } from '../ledger/account-ids.ts';
import { grantFromFaucet } from './faucet.ts';

/**
 * Opens a guest's account in the books with its practice money, before the first bet; costs one read from then on.
 *
 * @returns false when the guest is gone
 */
export async function openGuestFunds(db: Db, userId: string, now: Date): Promise<boolean> {
  const hasAccount = async (of: Db) =>
    (await rows(of, sql`select id from accounts where kind = 'user' and user_id = ${userId}`)).length > 0;
  if (await hasAccount(db)) return true;
  return transaction(db, async (tx) => {
    // Two first bets at once take turns here.
    const [guest] = await rows(tx, sql`select id from users where id = ${userId} for no key update`);
    if (guest === undefined) return false;
    if (await hasAccount(tx)) return true;
    await openAccount(tx, { kind: 'user', userId });
    await grantFromFaucet(tx, userId, now);
    return true;
  });
}
