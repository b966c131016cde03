import { sql } from 'drizzle-orm';

/** Whether this database follows a chain: the contract must know a market before anybody can bet on it. */
export const isJoinedToChain = sql`exists (select from chain_cursor)`;

/** What a market begins as. */
export const stateOfNewMarket = sql`case when ${isJoinedToChain} then 'suspended' else 'open' end`;
