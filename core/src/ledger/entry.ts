import type { Posting } from './posting.ts';

/**
 * Why money moved.
 * `pool-funding`: faucet to pool. `faucet-grant`: faucet to a user. `market-open`: pool to a market's
 * escrow. `market-withdrawal`: what it opened with, back to the pool from a market without bets.
 * `market-top-up`: pool to escrow, what stakes that are given back late may need. `bet`: a user to a market's
 * escrow. `cash-out`: back to a user for a bet that was sold. `refund`: back to users, for bets that are void while
 * the market goes on. `settlement`: to those whom its end pays. `market-remainder`: what is left then, to the pool.
 *
 * In live mode. `hold`: pool to escrow, what a pending bet may have to be paid. `hold-release`: back, once the chain has
 * decided it. `stake-received`: the world outside to a user, a stake that is final on the chain. `payout-sent`: a user to
 * the world outside. `house-deposit` and `house-withdrawal`: between the pool and the world outside.
 */
export type EntryKind =
  | 'pool-funding'
  | 'faucet-grant'
  | 'market-open'
  | 'market-withdrawal'
  | 'market-top-up'
  | 'bet'
  | 'cash-out'
  | 'refund'
  | 'settlement'
  | 'market-remainder'
  | 'hold'
  | 'hold-release'
  | 'stake-received'
  | 'payout-sent'
  | 'house-deposit'
  | 'house-withdrawal';

/** Postings recorded together for one reason. Corrected by a new entry, never edited. */
export interface Entry {
  readonly kind: EntryKind;
  readonly postings: readonly Posting[];
}
