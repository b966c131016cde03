import { sql } from 'drizzle-orm';

/**
 * For a row of accounts whose balance changes, what it says of the transaction that changed it last: of a user's, which
 * the user follows; nobody follows the others. A trigger would do it too, but run for each row of every bet.
 */
export const changedIn = sql`case when accounts.kind = 'user' then pg_current_xact_id() end`;
