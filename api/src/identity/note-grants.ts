import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import { takeAdvisoryLock } from '../db/advisory-lock.ts';
import type { Db } from '../db/db.ts';
import { col, exists, rows } from '../db/rows.ts';
import { adminGrants } from '../db/schema/users.ts';
import { transaction } from '../db/transaction.ts';
import type { Role } from './admin-grants.ts';

/**
 * Writes all current grants into the audit, once per database. After that, each grant and each end of a grant has its own audit
 * row. Older versions wrote no rows for grants of the settings and the practice admin.
 */
export async function noteGrants(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    // Servers that start at the same time take turns here.
    await takeAdvisoryLock(tx, 'audit');
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
