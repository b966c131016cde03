import { useSyncExternalStore } from 'react';

/** What a person does to a page, or a program on their behalf. Loading one, and time passing, are none of it. */
const DOINGS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focusin'] as const;

let touched = false;
const waiting = new Set<() => void>();

/** Calls back when somebody first does something on the page, or at once if they have. Returns how to stop waiting. */
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

/** Whether somebody has done something on the page: what only doing needs is loaded from then on. */
export function useTouched(): boolean {
  return useSyncExternalStore(onFirstTouch, () => touched);
}

function listen(): void {
  for (const doing of DOINGS) window.addEventListener(doing, onDoing, { passive: true, capture: true });
}

function stopListening(): void {
  for (const doing of DOINGS) window.removeEventListener(doing, onDoing, { capture: true });
}

function onDoing(): void {
  touched = true;
  stopListening();
  for (const then of [...waiting]) then();
  waiting.clear();
}
