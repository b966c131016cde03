import type { MarketState } from '@tallystone/core/markets/market-state';
import { type SQL, sql } from 'drizzle-orm';

/**
 * For a row of `markets`: whether it may go to a state. A trigger refuses the same on plain PostgreSQL, but engines that keep
 * their tables on several machines may lack it.
 */
export const mayBecome = (state: MarketState): SQL => sql`(markets.state = ${state} or exists (
  select from market_transitions t where t.from_state = markets.state and t.to_state = ${state}))`;
