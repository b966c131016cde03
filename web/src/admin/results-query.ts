import type {
  WireResolution,
  WireResultsQueue,
  WireWaitingMarket,
} from '@tallystone/core/http-api/settlement';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { adminMarketsQuery, analyticsQuery, marketStatsQuery, marketsQuery } from '../data/queries.ts';
import { serverClock } from '../data/server-clock.ts';

/** How often a payment under way is looked at, in ms. */
const PAYING_MS = 2000;
/** The longest wait for a window to end, in ms; it is looked at again then. */
const LONGEST_WAIT_MS = 3_600_000;

/** Everything that waits for an admin. Read again when the page is looked at, and by itself while money moves. */
export const resultsQuery = queryOptions<WireResultsQueue>({
  queryKey: ['/api/admin/results'],
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  // Without an answer nobody knows what moves.
  refetchInterval: ({ state }) =>
    state.status === 'error' ? PAYING_MS : nextLook(state.data, serverClock.now()),
});

/** In how many ms the queue will have moved by itself; false when only people can move it. */
function nextLook(queue: WireResultsQueue | undefined, now: Date): number | false {
  const waits = (queue?.resolutions ?? []).flatMap(({ stage, paysFrom }) => {
    if (stage === 'paying') return [PAYING_MS];
    if (stage !== 'window' || paysFrom === undefined) return [];
    return [Math.min(Math.max(Date.parse(paysFrom) - now.getTime(), PAYING_MS), LONGEST_WAIT_MS)];
  });
  return waits.length === 0 ? false : Math.min(...waits);
}

/** The queue with what the server has just said of one resolution: its market waits for no result any more. */
export function withResolution(queue: WireResultsQueue, resolution: WireResolution): WireResultsQueue {
  return {
    ...queue,
    waiting: queue.waiting.filter(({ id }) => id !== resolution.marketId),
    resolutions: [resolution, ...queue.resolutions.filter(({ id }) => id !== resolution.id)],
  };
}

/** Those that an admin must look at come first, then by the time they should have had their result. */
export function sortWaiting(waiting: readonly WireWaitingMarket[]): WireWaitingMarket[] {
  const rank = ({ review, overdue }: WireWaitingMarket) => (review !== undefined ? 0 : overdue ? 1 : 2);
  return [...waiting].sort(
    (a, b) =>
      rank(a) - rank(b) || Date.parse(a.settlesBy) - Date.parse(b.settlesBy) || (a.id < b.id ? -1 : 1),
  );
}

/** Has everything read again that an act on markets or their results may have changed. */
export function renewResults(queryClient: QueryClient): void {
  const keys = [
    resultsQuery.queryKey,
    adminMarketsQuery.queryKey,
    marketsQuery.queryKey,
    marketStatsQuery.queryKey,
    analyticsQuery.queryKey,
    ['/api/admin/audit'],
  ];
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}
