import { signal } from '../signals/signal.ts';

/** Ids of the markets that have just changed; null when any of them may have. */
export type ChangedMarkets = ReadonlySet<string> | null;

const { tell, subscribe } = signal<[ChangedMarkets]>();

/**
 * Says which markets have changed, after the cache has it, for figures that follow from a market without being part
 * of it: what a bet can be sold for, what the house has at risk.
 */
export const marketSignals = {
  subscribe,
  tell(changed: ChangedMarkets): void {
    if (changed?.size !== 0) tell(changed);
  },
};
