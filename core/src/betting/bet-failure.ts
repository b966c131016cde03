/**
 * Why an accepted live bet is not on the chain: a reason of the contract, or that it was in no block while its acceptance
 * held. See contracts/src/IBetEscrow.sol, `SkipReason`.
 */
export type BetFailure =
  | 'unknown-market'
  | 'market-closed'
  | 'unknown-outcome'
  | 'stake-too-small'
  | 'odds-out-of-range'
  | 'duplicate-bet'
  | 'acceptance-expired'
  | 'acceptance-too-long'
  | 'acceptance-invalid'
  | 'bet-expired'
  | 'house-loss-too-large'
  | 'funds-too-low'
  | 'authorization-refused'
  | 'not-included';
