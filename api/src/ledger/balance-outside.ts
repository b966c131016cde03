import { sql } from 'drizzle-orm';

/**
 * Selects as `balance` what the escrow contract holds by the books: what came from it minus what went back. Payments that
 * the contract made before the books did are subtracted, and the amounts of events that could not be applied are added.
 */
export const balanceOutside = sql`
  select coalesce((select -sum(a.balance) from accounts a where a.kind = 'outside'), 0)
    - coalesce((select sum(o.amount) from chain_outflows o where o.entry_id is null), 0)
    + coalesce((select sum(x.amount) from chain_unapplied x), 0) as balance`;
