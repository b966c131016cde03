import { signal } from '../signals/signal.ts';

/** Ids of the markets that have just changed; null when any of them may have. */
export type ChangedMarkets = ReadonlySet<string> | null;

const { emit, subscribe } = signal<[ChangedMarkets]>();

/**
 * Announces which markets have changed, after the cache is updated, for figures that depend on a market without being
 * part of it: a bet's cash-out, what the house has at risk.
 */
export const marketSignals = {
  subscribe,
  emit(changed: ChangedMarkets): void {
    if (changed?.size !== 0) emit(changed);
  },
};
