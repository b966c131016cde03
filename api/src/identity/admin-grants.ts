import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { adminGrants } from '../db/schema.ts';

/** Where a grant comes from: ADMIN_WALLETS, the practice admin of a demo, or the command line tool. */
export type GrantedBy = 'settings' | 'practice' | 'command-line';

/** Makes the wallet's user an admin. A wallet that never signed in may hold a grant already. */
export async function grantAdmin(
  db: Db,
  wallet: WalletAddress,
  grantedBy: GrantedBy,
  now: Date,
): Promise<void> {
  const { family, bytes: addressBytes, text: address } = wallet;
  await db
    .insert(adminGrants)
    .values({ family, addressBytes, address, grantedBy, grantedAt: now })
    .onConflictDoUpdate({
      target: [adminGrants.family, adminGrants.addressBytes, adminGrants.role],
      set: { grantedBy, grantedAt: now, revokedAt: null },
    });
}

/** Ends the wallet's grant. Returns false when it held none. */
export async function revokeAdmin(db: Db, wallet: WalletAddress, now: Date): Promise<boolean> {
  const ended = await db
    .update(adminGrants)
    .set({ revokedAt: now })
    .where(isGrantOf(wallet))
    .returning({ address: adminGrants.address });
  return ended.length > 0;
}

export async function hasAdminGrant(db: Db, wallet: WalletAddress): Promise<boolean> {
  const found = await db.select({ address: adminGrants.address }).from(adminGrants).where(isGrantOf(wallet));
  return found.length > 0;
}

/** Makes the wallets named by the settings admins, and ends grants of wallets that are named no more. */
export async function applyGrants(
  db: Db,
  grantedBy: 'settings' | 'practice',
  wallets: readonly WalletAddress[],
  now: Date,
): Promise<void> {
  const held = await db
    .select({ family: adminGrants.family, bytes: adminGrants.addressBytes, text: adminGrants.address })
    .from(adminGrants)
    .where(
      and(eq(adminGrants.grantedBy, grantedBy), eq(adminGrants.role, 'admin'), isNull(adminGrants.revokedAt)),
    );
  const isNamed = (text: string) => wallets.some((wallet) => wallet.text === text);
  for (const wallet of held) if (!isNamed(wallet.text)) await revokeAdmin(db, wallet, now);
  for (const wallet of wallets)
    if (!(await hasAdminGrant(db, wallet))) await grantAdmin(db, wallet, grantedBy, now);
}

function isGrantOf({ family, bytes }: WalletAddress) {
  return and(
    eq(adminGrants.family, family),
    eq(adminGrants.addressBytes, bytes),
    eq(adminGrants.role, 'admin'),
    isNull(adminGrants.revokedAt),
  );
}
