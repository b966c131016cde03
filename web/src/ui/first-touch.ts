import { useSyncExternalStore } from 'react';
import { signal } from '../signals/signal.ts';

/** Events that a user, or software acting for them, causes on a page. */
const USER_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focusin'] as const;
const OPTIONS = { passive: true, capture: true };

let touched = false;
const firstTouch = signal((emit) => {
  const stop = () => {
    for (const name of USER_EVENTS) window.removeEventListener(name, onUserEvent, OPTIONS);
  };
  const onUserEvent = () => {
    touched = true;
    stop();
    emit();
  };
  for (const name of USER_EVENTS) window.addEventListener(name, onUserEvent, OPTIONS);
  return stop;
});

/**
 * Calls back on the user's first action on the page, or at once if there was one.
 *
 * @returns stops waiting
 */
export function onFirstTouch(then: () => void): () => void {
  if (!touched) return firstTouch.subscribe(then);
  then();
  return () => {};
}

/** Whether the user has done something on the page. Code that is needed only then loads from then on. */
export function useTouched(): boolean {
  return useSyncExternalStore(onFirstTouch, () => touched);
}
