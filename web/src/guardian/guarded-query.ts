import type { WireResolution } from '@tallystone/core/http-api/settlement';
import { queryOptions } from '@tanstack/react-query';
import { serverClock } from '../data/server-clock.ts';

/** How often a new result is looked for, in ms: the window is hours long. */
const LOOK_MS = 60_000;
/** After the moment from which a result is paid, in ms. */
const SOON_MS = 2000;

/** Approved results in their window. A guardian who leaves the page open sees new ones within a minute. */
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
