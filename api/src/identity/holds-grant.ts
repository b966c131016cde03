import { type SQL, sql } from 'drizzle-orm';

/** For a row `u` of users: whether it holds a grant of this role now. A guest shows a wallet and holds nothing of it. */
export const holdsGrant = (role: 'admin' | 'guardian'): SQL => sql`(not u.guest and exists (
  select from admin_grants g
  where g.family = u.family and g.address_bytes = u.address_bytes and g.role = ${role}
    and g.revoked_at is null))`;
