import type { AdminTextKey } from '../texts/t-admin.ts';
import type { MarketStatus } from './admin-markets.ts';

/** Acts in a market's row menu. */
export type MarketAct = 'resolve' | 'void' | 'close';

export const MARKET_ACTS = {
  resolve: 'adminResults.resolve',
  void: 'adminResults.void',
  close: 'adminBulk.close',
} as const satisfies Record<MarketAct, AdminTextKey>;

const TAKES_BETS: readonly MarketAct[] = ['close', 'void'];

/** The acts that each state allows, as in core/markets/lifecycle.ts. The server decides. */
export const ACTS_ON: Readonly<Record<MarketStatus, readonly MarketAct[]>> = {
  open: TAKES_BETS,
  suspended: TAKES_BETS,
  closed: ['resolve', 'void'],
  // Until payment begins.
  resolving: ['void'],
  settled: [],
  void: [],
  archived: [],
};
