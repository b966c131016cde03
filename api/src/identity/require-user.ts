import { randomUUID } from 'node:crypto';
import type { WalletType } from '@tallystone/core/http-api/identity';
import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { users } from '../db/schema/users.ts';
import { openAccount } from '../ledger/account-ids.ts';

const isNoGuest = sql`not ${users.guest}`;

/**
 * The user of a wallet. A new wallet's user is made together with a ledger account. The row is locked until the transaction
 * ends, so sign-ins of one user run one after the other. Guests who show the wallet are other users.
 */
export async function requireUser(tx: Tx, wallet: WalletAddress, walletType: WalletType) {
  const found = (await lockUser(tx, wallet)) ?? (await createUser(tx, wallet, walletType));
  if (found === undefined) throw new Error('expected the user that was just made');
  return found;
}

async function createUser(tx: Tx, wallet: WalletAddress, walletType: WalletType) {
  const { family, bytes: addressBytes, text: address } = wallet;
  // If another transaction is making the same user, this waits for it and then does nothing.
  const made = await tx
    .insert(users)
    .values({ id: randomUUID(), family, addressBytes, address, walletType })
    .onConflictDoNothing({ target: [users.family, users.addressBytes], where: isNoGuest })
    .returning({ id: users.id });
  if (made[0]) await openAccount(tx, { kind: 'user', userId: made[0].id });
  return lockUser(tx, wallet);
}

async function lockUser(tx: Tx, { family, bytes }: WalletAddress) {
  const [user] = await tx
    .select({
      id: users.id,
      walletType: users.walletType,
      kycLevel: users.kycLevel,
      dailyStakeCap: users.dailyStakeCap,
    })
    .from(users)
    .where(and(eq(users.family, family), eq(users.addressBytes, bytes), isNoGuest))
    .for('no key update');
  return user;
}
