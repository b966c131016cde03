import type { WireMarket } from '@tallystone/core/http-api/markets';
import { useEffect, useState } from 'react';
import { serverClock } from '../data/server-clock.ts';
import { type SeenPrices, seenPrices } from './price-points.ts';

/** Beyond that the history is read again and has them itself. */
export const MOST_SEEN = 300;

/** The prices of a market as they change while its page is open, oldest first; nothing of one that takes no bets. */
export function useSeenPrices(market: WireMarket, { running }: { running: boolean }): readonly SeenPrices[] {
  const [seen, setSeen] = useState<readonly SeenPrices[]>([]);
  useEffect(() => {
    if (!running) return;
    setSeen((before) => {
      const known = before.at(-1)?.version ?? -1;
      if (known === market.version) return before;
      const now = seenPrices(market, Math.floor(serverClock.now().getTime() / 1000));
      // A market goes back only where another database server has taken over: what was seen before may not have been.
      return known > market.version ? [now] : [...before, now].slice(-MOST_SEEN);
    });
  }, [market, running]);
  return seen;
}
