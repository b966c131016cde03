import { useSyncExternalStore } from 'react';
import { listenTo } from '../signals/listen-to.ts';

export type Columns = 1 | 2 | 3;

/** The breakpoints of `.market-grid`. */
const THREE = '(width >= 80rem)';
const TWO = '(width >= 64rem)';

/** How many columns the grid of markets has. */
export function useColumns(): Columns {
  return useSyncExternalStore(subscribe, columns);
}

function columns(): Columns {
  if (window.matchMedia(THREE).matches) return 3;
  return window.matchMedia(TWO).matches ? 2 : 1;
}

function subscribe(listener: () => void): () => void {
  const stops = [THREE, TWO].map((query) => listenTo(window.matchMedia(query), ['change'], listener));
  return () => {
    for (const stop of stops) stop();
  };
}
