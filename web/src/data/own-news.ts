import type { WireBet } from '@tallystone/core/http-api/betting';
import { signal } from '../signals/signal.ts';

const { emit, subscribe } = signal<[ended: readonly WireBet[]]>();

/** Announces once that bets of the signed-in user have ended. Cash-outs don't count: the user ended those bets. */
export const ownNews = {
  emitEnded(bets: readonly WireBet[]): void {
    if (bets.length > 0) emit(bets);
  },

  /** Calls back with bets that have just ended, latest first, until the returned function is called. */
  subscribe,
};
