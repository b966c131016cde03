import type { WireBet } from '@tallystone/core/http-api';

type Listener = (ended: readonly WireBet[]) => void;

const listeners = new Set<Listener>();

/**
 * What happens to the bets of whoever is signed in without their doing: told once, to everybody who shows or keeps it.
 * Bets that were sold by hand are not among them.
 */
export const ownNews = {
  tellEnded(bets: readonly WireBet[]): void {
    if (bets.length === 0) return;
    for (const listener of listeners) listener(bets);
  },

  /** Called with bets that have just ended, the latest first, until the returned function is called. */
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
