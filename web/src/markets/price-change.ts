import { useEffect, useState } from 'react';

/** How long a change of odds stays marked. */
const MARKED_MS = 600;

export type PriceChange = 'up' | 'down';

/** Which way the odds just moved; null if they didn't, or if there were or are no odds. */
export function usePriceChange(odds: number | null): PriceChange | null {
  const [seen, setSeen] = useState<{ odds: number | null; change: PriceChange | null }>({
    odds,
    change: null,
  });
  if (seen.odds !== odds) {
    const comparable = seen.odds !== null && odds !== null;
    setSeen({ odds, change: comparable ? (odds > (seen.odds ?? 0) ? 'up' : 'down') : null });
  }

  useEffect(() => {
    if (seen.change === null) return;
    const timer = setTimeout(() => setSeen((last) => ({ ...last, change: null })), MARKED_MS);
    return () => clearTimeout(timer);
  }, [seen]);

  return seen.change;
}
