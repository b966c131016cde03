import type { MicroUsdc } from '../money/micro-usdc.ts';

/**
 * How a market ends: as many outcomes won as its result rule says, in the market's order, or it is void and every open
 * stake is refunded.
 */
export type MarketResult =
  | { readonly kind: 'won'; readonly outcomeIds: readonly string[] }
  | { readonly kind: 'void' };

/** How a bet ended. */
type BetResult = 'won' | 'lost' | 'void' | 'cashed-out';

/** An open bet's settlement. */
export interface BetSettlement {
  readonly result: Extract<BetResult, 'won' | 'lost' | 'void'>;
  /** Micro-USDC; zero for a lost bet. */
  readonly paid: MicroUsdc;
}
