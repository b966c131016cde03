import { AS_SIGNED, AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { type SQL, sql } from 'drizzle-orm';
import { col } from '../db/rows.ts';

/** Whether this database follows a chain. If so, the contract must know a market before it takes bets. */
export const isJoinedToChain = sql`exists (select from chain_cursor)`;

/** The first state of a market. */
export const stateOfNewMarket = sql`case when ${isJoinedToChain} then 'suspended' else 'open' end`;

/** How signed odds bind the house on a new market: exactly if the contract fills its bets, else as a minimum. */
export const fillRuleOfNewMarket = sql`case when ${isJoinedToChain} then ${AS_SIGNED} else ${AT_LEAST} end::smallint`;

/** For the id of a market: whether a chain event of it couldn't be applied, so that its state on the chain is unknown. */
export const isUnapplied = (marketId: SQL): SQL =>
  sql`exists (select from chain_unapplied x where x.market_id = ${marketId})`;

/** The column type of `haltBy`. */
export const chainHalt = col.oneOf(['opening', 'refused', 'unapplied']).orNull;

/**
 * Why the contract takes no bets on a market, as `ChainHalt`, from its state on the chain and its id. A null state means
 * that the contract never had the market.
 */
export const haltBy = (
  state: SQL,
  marketId: SQL,
): SQL => sql`case when ${isUnapplied(marketId)} then 'unapplied' else
  case coalesce(${state}, 'opening') when 'open' then null when 'opening' then 'opening' else 'refused' end end`;

/** Joins the contract's market as `k` to a row `m` of markets. */
export const withChainMarket = sql`left join chain_markets k on k.market_id = m.id`;

/**
 * For such a row, the result of `haltBy`. Null if this database follows no chain, or if betting is over, because then the
 * contract takes no bets either.
 */
export const chainHaltOfMarket = sql`case when m.state in ('open', 'suspended') and ${isJoinedToChain} then
  ${haltBy(sql`k.state`, sql`m.id`)} end`;

/** For such a row: the most that the contract lets the house lose on it, micro-USDC; null without a chain. */
export const chainLimitOfMarket = sql`case when ${isJoinedToChain} then coalesce(k.max_house_loss, 0) end`;
