import { useLayoutEffect, useRef } from 'react';
import { useWallet } from '../wallet/wallet-context.tsx';
import { PracticeHint } from './practice-hint.tsx';
import { practiceHints, useNextPracticeHint } from './practice-hints.ts';

/**
 * The first practice hint, above the outcomes; shown with a practice wallet, even before it is signed in: later it would move
 * the outcomes under the pointer.
 *
 * @param soon a practice wallet is being connected
 */
export function OutcomeHint({ soon = false }: { soon?: boolean }) {
  const { isPractice } = useWallet();
  const next = useNextPracticeHint();
  const due = (isPractice || soon) && next === 'outcome';
  const room = useStillBelow<HTMLDivElement>(due);
  // The pressed button disappears with the hint, so focus moves here; Tab then leads on to the outcomes.
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
 * Scrolls the page by the change in height when `shown` changes, so that the content below stays in place. If the
 * element is outside the viewport, either the browser does this itself or nothing moves. At its top, the page stays
 * there, as with the browser's own anchoring: a scroll would hide the headline.
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
    if (window.scrollY === 0) return;
    window.scrollBy({ top: height - last.height, behavior: 'instant' });
  }, [shown]);
  return room;
}
