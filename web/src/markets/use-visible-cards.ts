import { useEffect, useState } from 'react';
import type { VisibleCards } from './visible-cards.tsx';

type Part = typeof VisibleCards;

/** Once it is here it is here for every list. */
let arrived: Part | undefined;

/**
 * What lays out long lists. Most lists are short, and who reads one does not wait for what only long ones need. Not by
 * Suspense, so that the list knows when it arrives: cards that are on the page by then may have the focus.
 */
export function useVisibleCards(wanted: boolean): { part: Part } | 'on-its-way' | 'missing' {
  const [state, setState] = useState<{ part: Part } | 'on-its-way' | 'missing'>(
    arrived === undefined ? 'on-its-way' : { part: arrived },
  );
  useEffect(() => {
    if (!wanted || state !== 'on-its-way') return;
    let isHere = true;
    import('./visible-cards.tsx').then(
      (module) => {
        arrived = module.VisibleCards;
        if (isHere) setState({ part: arrived });
      },
      () => isHere && setState('missing'),
    );
    return () => {
      isHere = false;
    };
  }, [wanted, state]);
  return state;
}
