import type { WireBet } from '@tallystone/core/http-api/betting';
import { signal } from '../signals/signal.ts';

const { tell, subscribe } = signal<[ended: readonly WireBet[]]>();

/**
 * What happens to the bets of whoever is signed in without their doing: told once, to everybody who shows or keeps it.
 * Bets that were sold by hand are not among them.
 */
export const ownNews = {
  tellEnded(bets: readonly WireBet[]): void {
    if (bets.length > 0) tell(bets);
  },

  /** Called with bets that have just ended, the latest first, until the returned function is called. */
  subscribe,
};
