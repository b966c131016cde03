import type { MarketState } from '@tallystone/core/markets/market-state';
import type { StoredMarket } from './stored-market.ts';

/** In these, how the market ends has been said. */
const ENDING: readonly MarketState[] = ['resolving', 'settled', 'void'];

/** Whether everybody's list holds a market: its end is ahead, and nobody has put it away. */
export function isListed({ state, endsAt, archivedAt }: StoredMarket, at: Date): boolean {
  // The database counts in finer parts than the clock here. A void may come weeks before the end.
  return endsAt > at && archivedAt === null && !ENDING.includes(state);
}
