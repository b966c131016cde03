import type { WireBet } from '@tallystone/core/http-api/betting';
import { useCallback } from 'react';
import { serverClock } from '../data/server-clock.ts';
import { useStreamState } from '../stream/stream-state.ts';
import { waitingSale } from './bet-state.ts';

const LOOK_EVERY_MS = 2_000;

type Waiting = Pick<WireBet, 'status' | 'decidesAt' | 'selling'>;

/**
 * In how many ms to read bets again because one in play, or its cash-out, waits for a delay; false: not for that. The stream reports how they
 * end, so while it runs they are only read once one is late.
 */
export function useLookAgain(): (bets: readonly Waiting[] | undefined) => number | false {
  const isLive = useStreamState().kind === 'live';
  return useCallback(
    (bets = []) => {
      const due = bets
        .map((bet) => (bet.status === 'pending' ? bet.decidesAt : waitingSale(bet)?.decidesAt) ?? '')
        .filter(Boolean)
        .sort()[0];
      if (due === undefined) return false;
      const left = isLive ? Date.parse(due) - serverClock.now().getTime() : 0;
      return Math.max(left, LOOK_EVERY_MS);
    },
    [isLive],
  );
}
