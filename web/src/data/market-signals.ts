/** Ids of the markets that have just changed; null when any of them may have. */
export type ChangedMarkets = ReadonlySet<string> | null;

type Listener = (changed: ChangedMarkets) => void;

const listeners = new Set<Listener>();

/**
 * Says which markets have changed, after the cache has it, for figures that follow from a market without being part
 * of it: what a bet can be sold for, what the house has at risk.
 */
export const marketSignals = {
  tell(changed: ChangedMarkets): void {
    if (changed?.size === 0) return;
    for (const listener of listeners) listener(changed);
  },

  /** Until the returned function is called. */
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
