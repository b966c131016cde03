import { useSyncExternalStore } from 'react';
import { listenTo } from '../signals/listen-to.ts';

export type Columns = 1 | 2 | 3;

/** As `.market-grid` has them. */
const THREE = '(width >= 80rem)';
const TWO = '(width >= 64rem)';

/** How many cards stand side by side in the grid of markets. */
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
