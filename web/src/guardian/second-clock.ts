import { useEffect, useState } from 'react';
import { serverClock } from '../data/server-clock.ts';

/** The server's time, updated every second. */
export function useSecondClock(): Date {
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
