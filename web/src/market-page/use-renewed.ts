import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useMarketSignal } from '../data/use-market-signal.ts';
import { listenTo } from '../signals/listen-to.ts';

const EVERY_MS = 1000;

/**
 * Reads a query about a market again when it changes: at most once a second, and only while the page is visible. After
 * changes on a hidden page, it is read when the page becomes visible.
 *
 * @param queryKey the exact key
 */
export function useRenewed(marketId: string, queryKey: QueryKey): void {
  const queryClient = useQueryClient();
  const isOwed = useRef(false);
  const renew = () => {
    isOwed.current = document.hidden;
    if (isOwed.current) return;
    void queryClient.invalidateQueries({ queryKey, exact: true });
  };
  const latest = useRef(renew);
  latest.current = renew;

  useMarketSignal([marketId], { everyMs: EVERY_MS, onChange: renew });
  useEffect(() => listenTo(document, ['visibilitychange'], () => isOwed.current && latest.current()), []);
}
