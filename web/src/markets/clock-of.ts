import { useSyncExternalStore } from 'react';
import { serverClock } from '../data/server-clock.ts';
import { listenTo } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';

/** A hook that returns the time, updated at every full step of `everyMs`; the whole page shares one timer. */
export function clockOf(everyMs: number): () => Date {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let now = serverClock.now();

  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(tick, everyMs - (serverClock.now().getTime() % everyMs));
  };
  const tick = () => {
    now = serverClock.now();
    schedule();
    ticks.emit();
  };
  const ticks = signal(() => {
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
  });
  return () => useSyncExternalStore(ticks.subscribe, () => now);
}
