import { useSyncExternalStore } from 'react';

/** Events that a user, or software acting for them, causes on a page. */
const USER_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focusin'] as const;

let touched = false;
const waiting = new Set<() => void>();

/**
 * Calls back on the user's first action on the page, or at once if there was one.
 *
 * @returns stops waiting
 */
export function onFirstTouch(then: () => void): () => void {
  if (touched) {
    then();
    return () => {};
  }
  if (waiting.size === 0) listen();
  waiting.add(then);
  return () => {
    waiting.delete(then);
    if (waiting.size === 0 && !touched) stopListening();
  };
}

/** Whether the user has done something on the page. Code that is needed only then loads from then on. */
export function useTouched(): boolean {
  return useSyncExternalStore(onFirstTouch, () => touched);
}

function listen(): void {
  for (const name of USER_EVENTS)
    window.addEventListener(name, onUserEvent, { passive: true, capture: true });
}

function stopListening(): void {
  for (const name of USER_EVENTS) window.removeEventListener(name, onUserEvent, { capture: true });
}

function onUserEvent(): void {
  touched = true;
  stopListening();
  for (const then of [...waiting]) then();
  waiting.clear();
}
