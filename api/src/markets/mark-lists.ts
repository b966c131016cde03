import type { StaleMarks } from './list-snapshot.ts';

/** Several lists as one to whoever changes markets. */
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
