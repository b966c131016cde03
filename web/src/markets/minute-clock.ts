import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let now = new Date();

/** The moment of the last full minute tick; one timer for every card, label and order on the page. */
export function useMinuteClock(): Date {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start(): void {
  now = new Date();
  schedule();
  // Timers sleep with the tab; catch up as soon as somebody looks.
  document.addEventListener('visibilitychange', tickWhenSeen);
}

function stop(): void {
  clearTimeout(timer);
  document.removeEventListener('visibilitychange', tickWhenSeen);
}

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
}

function tick(): void {
  now = new Date();
  schedule();
  for (const listener of listeners) listener();
}

function tickWhenSeen(): void {
  if (document.visibilityState === 'visible') tick();
}
