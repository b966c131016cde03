/**
 * Why a live bet failed: as the escrow contract names it (`SkipReason` of IBetEscrow.sol, in the contract's order), or what
 * the chain never said anything about. Of all of them nothing was taken.
 */
export const BET_FAILURES = [
  'unknown-market',
  'market-closed',
  'unknown-outcome',
  'stake-too-small',
  'odds-out-of-range',
  'duplicate-bet',
  'acceptance-expired',
  'acceptance-too-long',
  'acceptance-invalid',
  'bet-expired',
  'house-loss-too-large',
  'funds-too-low',
  'authorization-refused',
  /** The authorization was cancelled by the wallet that had signed it. */
  'cancelled',
  /** Its acceptance ran out before any block held it. */
  'not-included',
] as const;

export type BetFailure = (typeof BET_FAILURES)[number];

/** What a bettor can bring about alone, having seen how the market moved since. */
export const OWN_FAILURES: readonly BetFailure[] = ['funds-too-low', 'authorization-refused', 'cancelled'];

export function isBetFailure(text: string): text is BetFailure {
  return (BET_FAILURES as readonly string[]).includes(text);
}

/** One plain sentence for the bettor. */
export function betFailureSentence(failure: BetFailure): string {
  switch (failure) {
    case 'funds-too-low':
      return 'The wallet held less USDC than the stake when the bet reached the blockchain, so nothing was taken.';
    case 'authorization-refused':
      return 'USDC did not accept the authorization of the stake, so nothing was taken.';
    case 'cancelled':
      return 'The authorization of the stake was cancelled by the wallet, so nothing was taken.';
    case 'not-included':
    case 'acceptance-expired':
    case 'bet-expired':
      return 'The blockchain did not take the bet in time, so nothing was taken.';
    case 'market-closed':
      return 'Betting on the market had closed on the blockchain, so nothing was taken.';
    case 'unknown-market':
    case 'unknown-outcome':
    case 'stake-too-small':
    case 'odds-out-of-range':
    case 'duplicate-bet':
    case 'acceptance-too-long':
    case 'acceptance-invalid':
    case 'house-loss-too-large':
      return 'The contract did not take the bet, so nothing was taken.';
  }
}

/** Two failures within this time make a wallet wait, and for as long. */
export const FAILURE_WAIT_MS = 60 * 60_000;

/**
 * Until when a wallet waits whose bets failed by its own doing: whoever accepts a bet gives its bettor some seconds in
 * which to let it fail, so that is not given again and again.
 *
 * @param failedAt when its latest bets failed by its own doing, the latest first
 * @returns null when it does not wait
 */
export function waitAfterFailures(failedAt: readonly Date[], now: Date): Date | null {
  const [last, before] = failedAt;
  if (last === undefined || before === undefined) return null;
  if (last.getTime() - before.getTime() > FAILURE_WAIT_MS) return null;
  const until = new Date(last.getTime() + FAILURE_WAIT_MS);
  return now < until ? until : null;
}
