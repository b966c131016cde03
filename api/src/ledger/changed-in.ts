import { sql } from 'drizzle-orm';

/**
 * For a row of accounts whose balance changes, the number of this transaction. Only accounts of users get it, because no
 * stream follows the others. A trigger could do this too, but would run for each row of every bet.
 */
export const changedIn = sql`case when accounts.kind = 'user' then pg_current_xact_id() end`;
