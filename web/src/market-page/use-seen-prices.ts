import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { useEffect, useState } from 'react';
import { serverClock } from '../data/server-clock.ts';
import { type SeenPrices, seenPrices } from './price-points.ts';

/** With this many recorded prices, the history is read again, and then includes them. */
export const MOST_SEEN = 300;

/** Records the prices of a running market while its page is open, oldest first. */
export function useSeenPrices(
  market: WireListedMarket,
  { running }: { running: boolean },
): readonly SeenPrices[] {
  const [seen, setSeen] = useState<readonly SeenPrices[]>([]);
  useEffect(() => {
    if (!running) return;
    setSeen((before) => {
      const known = before.at(-1)?.version ?? -1;
      if (known === market.version) return before;
      const now = seenPrices(market, Math.floor(serverClock.now().getTime() / 1000));
      // A lower version means that another database server has taken over, which may never have had the earlier prices.
      return known > market.version ? [now] : [...before, now].slice(-MOST_SEEN);
    });
  }, [market, running]);
  return seen;
}
