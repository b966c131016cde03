import type {
  WireResolution,
  WireResultsQueue,
  WireWaitingMarket,
} from '@tallystone/core/http-api/settlement';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { adminMarketsQuery, analyticsQuery, marketStatsQuery, marketsQuery } from '../data/queries.ts';
import { serverClock } from '../data/server-clock.ts';

/** How often a payment under way is checked, in ms. */
const PAYING_MS = 2000;
/** Longest time between two checks of a window, in ms. */
const LONGEST_WAIT_MS = 3_600_000;

/** Everything that waits for an admin. Read again when the page gets focus, and periodically while money moves. */
export const resultsQuery = queryOptions<WireResultsQueue>({
  queryKey: ['/api/admin/results'],
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  // After an error it isn't known what moves.
  refetchInterval: ({ state }) =>
    state.status === 'error' ? PAYING_MS : nextLook(state.data, serverClock.now()),
});

/** After how many ms the queue changes without an admin; false if only an admin can change it. */
function nextLook(queue: WireResultsQueue | undefined, now: Date): number | false {
  const waits = (queue?.resolutions ?? []).flatMap(({ stage, paysFrom }) => {
    if (stage === 'paying') return [PAYING_MS];
    if (stage !== 'window' || paysFrom === undefined) return [];
    return [Math.min(Math.max(Date.parse(paysFrom) - now.getTime(), PAYING_MS), LONGEST_WAIT_MS)];
  });
  return waits.length === 0 ? false : Math.min(...waits);
}

/** The queue with one updated resolution; its market no longer waits for a result. */
export function withResolution(queue: WireResultsQueue, resolution: WireResolution): WireResultsQueue {
  return {
    ...queue,
    waiting: queue.waiting.filter(({ id }) => id !== resolution.marketId),
    resolutions: [resolution, ...queue.resolutions.filter(({ id }) => id !== resolution.id)],
  };
}

/** Markets to review first, then overdue ones, then by the time their result is due. */
export function sortWaiting(waiting: readonly WireWaitingMarket[]): WireWaitingMarket[] {
  const rank = ({ review, overdue }: WireWaitingMarket) => (review !== undefined ? 0 : overdue ? 1 : 2);
  return [...waiting].sort(
    (a, b) =>
      rank(a) - rank(b) || Date.parse(a.settlesBy) - Date.parse(b.settlesBy) || (a.id < b.id ? -1 : 1),
  );
}

/** Rereads everything that an act on markets or results may have changed. */
export function renewResults(queryClient: QueryClient): void {
  const queries = [resultsQuery, adminMarketsQuery, marketsQuery, marketStatsQuery, analyticsQuery];
  for (const { queryKey } of [...queries, { queryKey: ['/api/admin/audit'] }]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
