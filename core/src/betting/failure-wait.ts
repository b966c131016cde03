import type { BetFailure } from './bet-failure.ts';

/**
 * What a bettor can bring about alone, having seen how the market moved since the bet was accepted: moving the stake away,
 * using or cancelling its authorization. `funds-too-low` is the contract's want of the house's money.
 */
export const OWN_FAILURES: readonly BetFailure[] = ['authorization-refused'];

/** Two failures within this time make a wallet wait, and for as long. */
export const FAILURE_WAIT_MS = 60 * 60_000;

/**
 * Until when a wallet waits whose bets failed by its own doing: whoever accepts a bet gives its bettor some seconds in
 * which to let it fail, and that is not given again and again.
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
