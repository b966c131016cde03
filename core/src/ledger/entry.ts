import { type Posting, posting } from './posting.ts';

/**
 * Why money moved.
 *
 * `pool-funding`: faucet to pool. `faucet-grant`: faucet to a user. `market-open`: pool to a market's escrow.
 * `market-withdrawal`: the opening amount of a market without bets, back to the pool. `market-top-up`: pool to
 * escrow, for stakes that may have to be refunded late. `bet`: a user to a market's escrow. `cash-out`: escrow to a
 * user for a cashed-out bet. `refund`: escrow to users, for void bets of a market that goes on. `settlement`: escrow
 * to the users whom the market's end pays. `market-remainder`: what is left afterwards, to the pool. `combo`: a user's
 * stake, and from the pool what it may win, to the combos. `combo-end`: combos to the user, and the rest to the pool. `order`:
 * a user to the orders, for a bet in play that waits for its delay. `order-end`: back to the user, before the bet if it is placed.
 *
 * In live mode: `hold`: pool to escrow, what a pending bet may have to be paid. `hold-release`: back to the pool once
 * the chain decided the bet. `stake-received`: outside to a user, a stake that is final on the chain. `payout-sent`:
 * a user to outside. `house-deposit` and `house-withdrawal`: between pool and outside.
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
  | 'combo'
  | 'combo-end'
  | 'order'
  | 'order-end'
  | 'hold'
  | 'hold-release'
  | 'stake-received'
  | 'payout-sent'
  | 'house-deposit'
  | 'house-withdrawal';

/** Postings recorded together for one reason. An entry is never edited; a new entry corrects it. */
export interface Entry {
  readonly kind: EntryKind;
  readonly postings: readonly Posting[];
}

/** An entry that moves money once. @throws RangeError when the amount isn't above 0 */
export const moveEntry = (kind: EntryKind, move: Posting): Entry => ({ kind, postings: [posting(move)] });
