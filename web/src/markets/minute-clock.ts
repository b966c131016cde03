import { useSyncExternalStore } from 'react';
import { serverClock } from '../data/server-clock.ts';

const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let now = serverClock.now();
let stopFollowing: (() => void) | undefined;

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
  now = serverClock.now();
  schedule();
  // Timers sleep with the tab; catch up as soon as somebody looks.
  document.addEventListener('visibilitychange', tickWhenSeen);
  stopFollowing = serverClock.subscribe(tick);
}

function stop(): void {
  clearTimeout(timer);
  stopFollowing?.();
  document.removeEventListener('visibilitychange', tickWhenSeen);
}

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(tick, MINUTE_MS - (serverClock.now().getTime() % MINUTE_MS));
}

function tick(): void {
  now = serverClock.now();
  schedule();
  for (const listener of listeners) listener();
}

function tickWhenSeen(): void {
  if (document.visibilityState === 'visible') tick();
}
