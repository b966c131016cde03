import { sql } from 'drizzle-orm';
import { FULL_FUNDS } from '../practice/faucet.ts';

/**
 * The funds that a row `u` of users can bet with, by its row `a` of accounts, which may be missing: a guest gets practice
 * money with the first bet, and is shown it before the books have it.
 */
export const availableFunds = sql`
  case when a.id is null and u.guest then ${FULL_FUNDS.toString()}::bigint else coalesce(a.balance, 0) end`;
