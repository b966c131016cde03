import { AS_SIGNED, AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { type SQL, sql } from 'drizzle-orm';
import { col } from '../db/rows.ts';

/** Whether this database follows a chain: the contract must know a market before anybody can bet on it. */
export const isJoinedToChain = sql`exists (select from chain_cursor)`;

/** What a market begins as. */
export const stateOfNewMarket = sql`case when ${isJoinedToChain} then 'suspended' else 'open' end`;

/** How signed odds bind the house on a new market: exactly where the contract fills its bets, as a minimum elsewhere. */
export const fillRuleOfNewMarket = sql`case when ${isJoinedToChain} then ${AS_SIGNED} else ${AT_LEAST} end::smallint`;

/** For the id of a market: whether an event of it could not be applied, so that its state there is not known here. */
export const isUnapplied = (marketId: SQL): SQL =>
  sql`exists (select from chain_unapplied x where x.market_id = ${marketId})`;

/** How `haltBy` is read. */
export const chainHalt = col.oneOf(['opening', 'refused', 'unapplied']).orNull;

/**
 * What the contract says against bets on a market, as `ChainHalt`, by its state there and its id; a state of null: the
 * contract never had it.
 */
export const haltBy = (
  state: SQL,
  marketId: SQL,
): SQL => sql`case when ${isUnapplied(marketId)} then 'unapplied' else
  case coalesce(${state}, 'opening') when 'open' then null when 'opening' then 'opening' else 'refused' end end`;

/** To a row `m` of markets: what the contract has of it, as `k`. */
export const withChainMarket = sql`left join chain_markets k on k.market_id = m.id`;

/**
 * For such a row, what `haltBy` says: nothing where this database follows no chain, nor of one whose betting is over, which
 * the contract takes no bets on either.
 */
export const chainHaltOfMarket = sql`case when m.state in ('open', 'suspended') and ${isJoinedToChain} then
  ${haltBy(sql`k.state`, sql`m.id`)} end`;

/** For such a row: what the contract lets the house lose on it, micro-USDC; null where there is no chain. */
export const chainLimitOfMarket = sql`case when ${isJoinedToChain} then coalesce(k.max_house_loss, 0) end`;
