import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listenTo } from '../signals/listen-to.ts';
import { useMarketSignal } from './use-market-signal.ts';

/**
 * Reads a query about some markets again when one of them changes: at most once per `everyMs`, and only while the page is
 * visible. After changes on a hidden page, it is read when the page becomes visible.
 *
 * @param queryKey the exact key
 */
export function useRenewed(
  marketIds: readonly string[],
  queryKey: QueryKey,
  { everyMs = 1000 }: { everyMs?: number } = {},
): void {
  const queryClient = useQueryClient();
  const isOwed = useRef(false);
  const renew = () => {
    isOwed.current = document.hidden;
    if (isOwed.current) return;
    void queryClient.invalidateQueries({ queryKey, exact: true });
  };
  const latest = useRef(renew);
  latest.current = renew;

  useMarketSignal(marketIds, { everyMs, onChange: renew });
  useEffect(() => listenTo(document, ['visibilitychange'], () => isOwed.current && latest.current()), []);
}
