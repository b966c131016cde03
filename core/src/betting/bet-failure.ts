/**
 * Why an accepted live bet isn't on the chain: the contract's reason, or that no block included it while its
 * acceptance was valid. See contracts/src/IBetEscrow.sol, `SkipReason`.
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
