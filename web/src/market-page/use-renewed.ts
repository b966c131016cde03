import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useMarketSignal } from '../data/use-market-signal.ts';

const EVERY_MS = 1000;

/**
 * Reads queries about a market again when it changes: at most once a second, and only while the page is visible. After
 * changes on a hidden page, they are read when it becomes visible.
 *
 * @param queryKeys exact keys
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
