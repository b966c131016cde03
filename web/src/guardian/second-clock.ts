import { useEffect, useState } from 'react';
import { serverClock } from '../data/server-clock.ts';

/** The time by the server's clock, each second while the page is looked at. */
export function useSecondClock(): Date {
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
