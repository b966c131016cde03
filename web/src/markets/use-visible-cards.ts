import { useEffect, useState } from 'react';
import type { VisibleCards } from './visible-cards.tsx';

type Part = typeof VisibleCards;
type State = { part: Part } | 'on-its-way' | 'missing';

/** The loaded component, shared by all lists. */
let arrived: Part | undefined;

/**
 * Loads the component for long lists, which most pages don't need. Suspense isn't used, because the list has to know
 * when the component arrives: a card that is already in the page may have the focus.
 */
export function useVisibleCards(wanted: boolean): State {
  const [state, setState] = useState<State>(arrived === undefined ? 'on-its-way' : { part: arrived });
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
