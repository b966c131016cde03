import type { WalletAddress } from '@tallystone/core/identity/wallet-address';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { takeLock } from '../db/named-lock.ts';
import { col, exists, rows } from '../db/rows.ts';
import { adminGrants } from '../db/schema/users.ts';
import { transaction } from '../db/transaction.ts';

/** The source of a grant: ADMIN_WALLETS or GUARDIAN_WALLETS, the practice admin of a demo, or the command line tool. */
export type GrantedBy = 'settings' | 'practice' | 'command-line';

/** An admin runs markets; a guardian may object to a result before it is paid, and nothing else. */
export type Role = 'admin' | 'guardian';

/** Gives a wallet's user a role. A wallet may have several roles, and may get them before it first signs in. */
export async function grantRole(
  db: Db,
  { role, wallet, grantedBy, now }: { role: Role; wallet: WalletAddress; grantedBy: GrantedBy; now: Date },
): Promise<void> {
  const { family, bytes: addressBytes, text: address } = wallet;
  await db
    .insert(adminGrants)
    .values({ family, addressBytes, address, role, grantedBy, grantedAt: now })
    .onConflictDoUpdate({
      target: [adminGrants.family, adminGrants.addressBytes, adminGrants.role],
      set: { grantedBy, grantedAt: now, revokedAt: null },
    });
}

/** Ends a wallet's grant. Returns false if it had none. */
export async function revokeRole(
  db: Db,
  { role, wallet, now }: { role: Role; wallet: WalletAddress; now: Date },
): Promise<boolean> {
  const ended = await db
    .update(adminGrants)
    .set({ revokedAt: now })
    .where(isGrantOf(wallet, role))
    .returning({ address: adminGrants.address });
  return ended.length > 0;
}

export async function hasAdminGrant(db: Db, wallet: WalletAddress): Promise<boolean> {
  return hasGrant(db, { role: 'admin', wallet });
}

export async function hasGrant(
  db: Db,
  { role, wallet }: { role: Role; wallet: WalletAddress },
): Promise<boolean> {
  const found = await db
    .select({ address: adminGrants.address })
    .from(adminGrants)
    .where(isGrantOf(wallet, role));
  return found.length > 0;
}

/** Grants that the server gives when it starts. */
export interface StartGrants {
  role: Role;
  grantedBy: 'settings' | 'practice';
  wallets: readonly WalletAddress[];
  now: Date;
}

/** Gives the wallets named in the settings their role, and ends grants of wallets that are no longer named. */
export async function applyGrants(db: Db, given: StartGrants): Promise<void> {
  const { role, grantedBy, wallets, now } = given;
  const held = await db
    .select({ family: adminGrants.family, bytes: adminGrants.addressBytes, text: adminGrants.address })
    .from(adminGrants)
    .where(
      and(eq(adminGrants.grantedBy, grantedBy), eq(adminGrants.role, role), isNull(adminGrants.revokedAt)),
    );
  const isNamed = (text: string) => wallets.some((wallet) => wallet.text === text);
  for (const wallet of held) {
    if (isNamed(wallet.text)) continue;
    await transaction(db, async (tx) => {
      if (!(await revokeRole(tx, { role, wallet, now }))) return;
      const change = { action: `${role}.revoke`, subject: wallet.text, before: { grantedBy } };
      await recordAudit(tx, { actor: { kind: 'system' }, ...change });
    });
  }
  await giveGrants(db, given);
}

/** Gives the role to those wallets that don't have it. Ends no grants. */
export async function giveGrants(db: Db, { role, grantedBy, wallets, now }: StartGrants): Promise<void> {
  for (const wallet of wallets) {
    await transaction(db, async (tx) => {
      if (await hasGrant(tx, { role, wallet })) return;
      await grantRole(tx, { role, wallet, grantedBy, now });
      const change = { action: `${role}.grant`, subject: wallet.text, after: { grantedBy } };
      await recordAudit(tx, { actor: { kind: 'system' }, ...change });
    });
  }
}

function isGrantOf({ family, bytes }: WalletAddress, role: Role) {
  return and(
    eq(adminGrants.family, family),
    eq(adminGrants.addressBytes, bytes),
    eq(adminGrants.role, role),
    isNull(adminGrants.revokedAt),
  );
}

/**
 * Writes all current grants into the audit, once per database. After that, each grant and each end of a grant has its own audit
 * row. Older versions wrote no rows for grants of the settings and the practice admin.
 */
export async function noteGrants(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    // Servers that start at the same time take turns here.
    await takeLock(tx, 'audit');
    if (await exists(tx, sql`select from audit where action = 'grants.note' limit 1`)) return;
    const held = await rows(
      tx,
      { role: col.oneOf(adminGrants.role), address: col.text },
      sql`select role, address from admin_grants where revoked_at is null order by role, address`,
    );
    const of = (role: Role) => held.filter((grant) => grant.role === role).map(({ address }) => address);
    await recordAudit(tx, {
      actor: { kind: 'system' },
      action: 'grants.note',
      subject: 'grants',
      after: { admin: of('admin'), guardian: of('guardian') },
    });
  });
}
