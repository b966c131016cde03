import type { WireResolution } from '@tallystone/core/http-api/settlement';
import { queryOptions } from '@tanstack/react-query';
import { serverClock } from '../data/server-clock.ts';

/** How often to check for new results, in ms; the window is hours long. */
const LOOK_MS = 60_000;
/** Shortest time between two checks, in ms. */
const SOON_MS = 2000;

/** Approved results in their window. An open page shows new ones within a minute. */
export const guardedQuery = queryOptions<WireResolution[]>({
  queryKey: ['/api/guardian/resolutions'],
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => nextLook(state.data, serverClock.now()),
});

function nextLook(results: readonly WireResolution[] | undefined, now: Date): number {
  const ends = (results ?? []).flatMap(({ paysFrom }) =>
    paysFrom === undefined ? [] : [Math.max(Date.parse(paysFrom) - now.getTime(), SOON_MS)],
  );
  return Math.min(LOOK_MS, ...ends);
}
