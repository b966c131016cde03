import { AS_SIGNED, AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { type SQL, sql } from 'drizzle-orm';

/** Whether this database follows a chain: the contract must know a market before anybody can bet on it. */
export const isJoinedToChain = sql`exists (select from chain_cursor)`;

/** What a market begins as. */
export const stateOfNewMarket = sql`case when ${isJoinedToChain} then 'suspended' else 'open' end`;

/** How signed odds bind the house on a new market: exactly where the contract fills its bets, as a minimum elsewhere. */
export const fillRuleOfNewMarket = sql`case when ${isJoinedToChain} then ${AS_SIGNED} else ${AT_LEAST} end::smallint`;

/** What a market's state in the contract says against bets, as `ChainHalt`; a state of null: the contract never had it. */
export const haltBy = (state: SQL): SQL => sql`case coalesce(${state}, 'opening')
  when 'open' then null when 'opening' then 'opening' else 'refused' end`;

/** To a row `m` of markets: what the contract has of it, as `k`. */
export const withChainMarket = sql`left join chain_markets k on k.market_id = m.id`;

/**
 * For such a row, what `haltBy` says: nothing where this database follows no chain, nor of one whose betting is over, which
 * the contract takes no bets on either.
 */
export const chainHaltOfMarket = sql`case when m.state in ('open', 'suspended') and ${isJoinedToChain} then
  ${haltBy(sql`k.state`)} end`;

/** For such a row: what the contract lets the house lose on it, micro-USDC; null where there is no chain. */
export const chainLimitOfMarket = sql`case when ${isJoinedToChain} then coalesce(k.max_house_loss, 0) end`;
