import { sql } from 'drizzle-orm';
import { epochAfter } from '../db/epochs.ts';

/**
 * In a statement with `pinned`, the epoch of a row of accounts whose balance changes. Only accounts of users get one, because no
 * stream follows the others.
 */
export const accountEpoch = sql`case when accounts.kind = 'user' then ${epochAfter(sql`accounts.epoch`)} else 0 end`;
