import type { StaleMarks } from './list-snapshot.ts';

/** Combines several lists into one for code that changes markets. */
export function markLists(lists: readonly StaleMarks[]): StaleMarks {
  return {
    markStale(marketId) {
      for (const list of lists) list.markStale(marketId);
    },
    markAllStale() {
      for (const list of lists) list.markAllStale();
    },
  };
}
