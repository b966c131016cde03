import type { Posting } from './posting.ts';

/**
 * Why money moved.
 * `pool-funding`: faucet to pool. `faucet-grant`: faucet to a user. `market-open`: pool to a market's
 * escrow. `market-withdrawal`: what it opened with, back to the pool from a market without bets. `bet`: a user
 * to a market's escrow.
 */
export type EntryKind = 'pool-funding' | 'faucet-grant' | 'market-open' | 'market-withdrawal' | 'bet';

/** Postings recorded together for one reason. Corrected by a new entry, never edited. */
export interface Entry {
  readonly kind: EntryKind;
  readonly postings: readonly Posting[];
}
