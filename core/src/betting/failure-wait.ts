import type { BetFailure } from '../escrow/escrow-abi.ts';

/**
 * Failures that a bettor can cause alone after seeing the market move: by moving the stake away, or by using or
 * cancelling its authorization. `funds-too-low` means the house's money in the contract is too low.
 */
export const OWN_FAILURES: readonly BetFailure[] = ['authorization-refused'];

/** Two failures within this time make a wallet wait, for the same time. */
export const FAILURE_WAIT_MS = 60 * 60_000;

/**
 * Until when a wallet must wait after its bettor made bets fail. Accepting a live bet gives its bettor some seconds
 * in which to let it fail; repeated abuse of that is stopped.
 *
 * @param failedAt when the wallet's latest bets failed through their bettor, latest first
 * @returns null when it needn't wait
 */
export function waitAfterFailures(failedAt: readonly Date[], now: Date): Date | null {
  const [last, before] = failedAt;
  if (last === undefined || before === undefined) return null;
  if (last.getTime() - before.getTime() > FAILURE_WAIT_MS) return null;
  const until = new Date(last.getTime() + FAILURE_WAIT_MS);
  return now < until ? until : null;
}
