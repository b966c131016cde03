import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useMarketSignal } from '../data/use-market-signal.ts';

/** However often a market changes. */
const EVERY_MS = 1000;

/**
 * Has answers about a market read again when it changes: at most once a second, and only while somebody looks. What
 * changed behind a hidden page is read once it is looked at.
 *
 * @param queryKeys of exactly these answers
 */
export function useRenewed(marketId: string, queryKeys: readonly QueryKey[]): void {
  const queryClient = useQueryClient();
  const isOwed = useRef(false);
  const renew = () => {
    isOwed.current = document.hidden;
    if (isOwed.current) return;
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey, exact: true });
  };
  const latest = useRef(renew);
  latest.current = renew;

  useMarketSignal([marketId], { everyMs: EVERY_MS, onChange: renew });
  useEffect(() => {
    const whenSeen = () => {
      if (isOwed.current) latest.current();
    };
    document.addEventListener('visibilitychange', whenSeen);
    return () => document.removeEventListener('visibilitychange', whenSeen);
  }, []);
}
