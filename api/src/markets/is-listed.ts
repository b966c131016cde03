import type { MarketState } from '@tallystone/core/markets/market-state';
import type { MovingMarket } from './stored-market.ts';

/** States in which the market's result is known. */
const ENDING: readonly MarketState[] = ['resolving', 'settled', 'void'];

/** Whether the public list contains a market: it is offered and, on a game, the main one. */
export const isListed = (market: MovingMarket, at: Date): boolean => market.isMain && isOffered(market, at);

/** Whether people find a market, in the list or on its game's page: it ends later and isn't archived. */
export function isOffered({ state, endsAt, archivedAt }: MovingMarket, at: Date): boolean {
  // Checked here again because the database's clock is finer. A market may be voided weeks before its end.
  return endsAt > at && archivedAt === null && !ENDING.includes(state);
}
