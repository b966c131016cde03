import { type SQL, sql } from 'drizzle-orm';

/** Whether a row `u` of users has a grant of this role. Guests never have their wallet's grants. */
export const holdsGrant = (role: 'admin' | 'guardian'): SQL => sql`(not u.guest and exists (
  select from admin_grants g
  where g.family = u.family and g.address_bytes = u.address_bytes and g.role = ${role}
    and g.revoked_at is null))`;
