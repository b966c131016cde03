import { useEffect, useState } from 'react';
import { serverClock } from '../data/server-clock.ts';

const SECOND_MS = 1000;

/** Full seconds until a moment by the server's clock, counting down to 0; null if `iso` is undefined. */
export function useSecondsUntil(iso: string | undefined): number | null {
  const [, tick] = useState(0);
  const left = iso === undefined ? null : secondsUntil(iso);
  const running = left !== null && left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((count) => count + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, [running]);
  return left;
}

function secondsUntil(iso: string): number {
  return Math.max(Math.ceil((Date.parse(iso) - serverClock.now().getTime()) / SECOND_MS), 0);
}
