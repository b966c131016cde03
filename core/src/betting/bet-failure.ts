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

const LATE =
  'The bet was in no block before its acceptance ended, so nothing was taken and it is over; bet again if you still want it.';
const NOT_TAKEN =
  'The contract did not take the bet, so nothing was taken and it is over; bet again, and tell the operator if it happens twice.';

/**
 * One plain sentence: what happened, what it means for the money, what to do next.
 *
 * @param failure as the wire has it; one that is not known is told as a bet that the contract did not take
 */
export function betFailureSentence(failure: BetFailure | (string & {})): string {
  switch (failure) {
    case 'funds-too-low':
      return 'The contract did not hold enough of the house to back the bet when it reached the chain, so nothing was taken and it is over; bet again later, or with a smaller amount.';
    case 'authorization-refused':
      return 'USDC refused the authorization of the stake: the wallet no longer had it, or the authorization was used, cancelled or out of date, so nothing was taken and the bet is over; make sure that the stake stays there, and bet again.';
    case 'market-closed':
      return 'The market had closed on the chain when the bet reached it, so nothing was taken and the bet is over; choose a market that is still open.';
    case 'house-loss-too-large':
      return 'The market could take no more on this outcome when the bet reached the chain, so nothing was taken and the bet is over; enter a smaller amount or choose another outcome.';
    case 'acceptance-expired':
    case 'bet-expired':
    case 'not-included':
      return LATE;
    default:
      return NOT_TAKEN;
  }
}
