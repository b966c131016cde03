import { useLayoutEffect, useRef } from 'react';
import { useWallet } from '../wallet/wallet-context.tsx';
import { PracticeHint } from './practice-hint.tsx';
import { practiceHints, useNextPracticeHint } from './practice-hints.ts';

/** Above the outcomes, once a practice wallet is there: the first hint. */
export function OutcomeHint() {
  const { isPractice, signedIn } = useWallet();
  const next = useNextPracticeHint();
  const due = isPractice && signedIn && next === 'outcome';
  const room = useStillBelow<HTMLDivElement>(due);
  // The pressed button goes with the hint; from here Tab leads on to the outcomes.
  const answer = (how: () => void) => () => {
    room.current?.focus({ preventScroll: true });
    how();
  };
  return (
    <div ref={room} tabIndex={-1} className="outline-none">
      {due && (
        <div className="pb-4">
          <PracticeHint
            hint="outcome"
            onPass={answer(() => practiceHints.pass('outcome'))}
            onSkip={answer(practiceHints.skip)}
          />
        </div>
      )}
    </div>
  );
}

/**
 * Keeps what lies below the element where it is on the screen when `shown` changes the element's height: the page
 * scrolls by as much. Where the element is out of view, the browser does that itself or nothing has to be done.
 */
function useStillBelow<E extends HTMLElement>(shown: boolean) {
  const room = useRef<E>(null);
  const before = useRef<{ shown: boolean; height: number } | null>(null);
  useLayoutEffect(() => {
    if (room.current === null) return;
    const { top, height } = room.current.getBoundingClientRect();
    const last = before.current;
    before.current = { shown, height };
    if (last === null || last.shown === shown || top <= 0 || top >= window.innerHeight) return;
    window.scrollBy({ top: height - last.height, behavior: 'instant' });
  }, [shown]);
  return room;
}
