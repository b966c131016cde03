import { sql } from 'drizzle-orm';
import { FULL_FUNDS } from '../practice/faucet.ts';

/**
 * What a row `u` of users has to bet with, of its row `a` of accounts, or none. A guest is given practice money with the first
 * bet, so it is there before the books know of it.
 */
export const availableFunds = sql`
  case when a.id is null and u.guest then ${FULL_FUNDS.toString()}::bigint else coalesce(a.balance, 0) end`;
