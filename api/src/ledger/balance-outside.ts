import { sql } from 'drizzle-orm';

/**
 * Selects what the books say that lies outside of them, in the escrow contract, as `balance`: what came from there and did
 * not go back. What the contract paid before the books could is gone from it already, and what events say that could not be
 * applied is there, or gone, too.
 */
export const balanceOutside = sql`
  select coalesce((select -sum(a.balance) from accounts a where a.kind = 'outside'), 0)
    - coalesce((select sum(o.amount) from chain_outflows o where o.entry_id is null), 0)
    + coalesce((select sum(x.amount) from chain_unapplied x), 0) as balance`;
