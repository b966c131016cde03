import type { AdminTextKey } from '../texts/t-admin.ts';
import type { MarketStatus } from './admin-markets.ts';

/** What can be done to one market from its row. */
export type MarketAct = 'resolve' | 'void' | 'close';

export const MARKET_ACTS = {
  resolve: 'adminMarkets.resolve',
  void: 'adminMarkets.voidAct',
  close: 'adminMarkets.closeNow',
} as const satisfies Record<MarketAct, AdminTextKey>;

const TAKES_BETS: readonly MarketAct[] = ['close', 'void'];

/** The acts that each state allows, as in core/markets/lifecycle.ts. The server has the last word. */
const ALLOWED: Readonly<Record<MarketStatus, readonly MarketAct[]>> = {
  open: TAKES_BETS,
  suspended: TAKES_BETS,
  closed: ['resolve', 'void'],
  // Until it is being paid.
  resolving: ['void'],
  settled: [],
  void: [],
  archived: [],
};

export function actsOn(status: MarketStatus): readonly MarketAct[] {
  return ALLOWED[status];
}
