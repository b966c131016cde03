import type { WireBet } from '@tallystone/core/http-api/betting';
import { useStreamState } from '../stream/stream-state.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

const LOOK_EVERY_MS = 2_000;

/**
 * How often to read bets in play that wait for their delay, in ms; false: not at all. The stream reports how they end, so they
 * are read only while it is down, or once one is late.
 */
export function useLookAgain(bets: readonly Pick<WireBet, 'status' | 'decidesAt'>[]): number | false {
  const due = bets
    .flatMap(({ status, decidesAt }) => (status === 'pending' && decidesAt !== undefined ? [decidesAt] : []))
    .sort()[0];
  const left = useSecondsUntil(due);
  const isLive = useStreamState().kind === 'live';
  return left === null || (isLive && left > 0) ? false : LOOK_EVERY_MS;
}
