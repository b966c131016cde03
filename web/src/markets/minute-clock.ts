import { useSyncExternalStore } from 'react';
import { serverClock } from '../data/server-clock.ts';
import { listenTo } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';

const MINUTE_MS = 60_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let now = serverClock.now();
const ticks = signal(start);

/** The time, updated every full minute; the whole page shares one timer. */
export function useMinuteClock(): Date {
  return useSyncExternalStore(ticks.subscribe, () => now);
}

function start(): () => void {
  now = serverClock.now();
  schedule();
  // Timers sleep in a hidden tab, so the clock catches up when the tab becomes visible.
  const stopLooking = listenTo(document, ['visibilitychange'], () => !document.hidden && tick());
  const stopFollowing = serverClock.subscribe(tick);
  return () => {
    clearTimeout(timer);
    stopLooking();
    stopFollowing();
  };
}

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(tick, MINUTE_MS - (serverClock.now().getTime() % MINUTE_MS));
}

function tick(): void {
  now = serverClock.now();
  schedule();
  ticks.emit();
}
