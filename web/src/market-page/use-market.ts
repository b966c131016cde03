import type { WireMarket } from '@tallystone/core/http-api/markets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError } from '../data/api-error.ts';
import { marketQuery, marketsQuery } from '../data/queries.ts';

/** Ids have only these characters. Anything else is no market, and must not become another path of the server. */
const ID = /^\w{1,64}$/;

export type MarketPageState =
  | { kind: 'loading' }
  /** There is no market of that id, or there is none any more. */
  | { kind: 'unknown' }
  | { kind: 'failed'; error: Error | null; retry: () => void }
  | {
      kind: 'found';
      market: WireMarket;
      /** When its own address last answered, in ms by the clock of the browser. */
      readAt: number;
      /** It is not listed, and could not be read again. */
      outdated: boolean;
      /** It was there, and was taken down meanwhile. */
      gone: boolean;
    };

/** One market in whatever state: as the list has it while it is listed, else as its own address has it. */
export function useMarket(id: string): MarketPageState {
  const queryClient = useQueryClient();
  const isId = ID.test(id);
  // Only this one of the list: a page is not drawn anew for the prices of others.
  const select = useCallback((list: WireMarket[]) => list.find((market) => market.id === id) ?? null, [id]);
  const listed = useQuery({ ...marketsQuery, enabled: isId, select }).data ?? undefined;
  const own = useQuery({ ...marketQuery(id), enabled: isId, refetchOnMount: 'always' });
  const { refetch } = own;

  // Whatever has left the list has closed or has its result, and its own address says which.
  const isListed = listed !== undefined;
  const wasListed = useRef(isListed);
  useEffect(() => {
    if (wasListed.current && !isListed) void refetch();
    wasListed.current = isListed;
  }, [isListed, refetch]);

  // What was seen before the connection broke is old; so is everything else that belongs to the market.
  useEffect(() => {
    const readAgain = () => {
      if (isId) void queryClient.invalidateQueries({ queryKey: marketQuery(id).queryKey });
    };
    window.addEventListener('online', readAgain);
    return () => window.removeEventListener('online', readAgain);
  }, [id, isId, queryClient]);

  if (!isId) return { kind: 'unknown' };
  const isMissing = own.error instanceof ApiError && own.error.status === 404;
  const market = newer(listed, own.data);
  if (market !== undefined) {
    return {
      kind: 'found',
      market,
      readAt: own.dataUpdatedAt,
      outdated: own.isError && !isMissing && !isListed,
      gone: isMissing && !isListed,
    };
  }
  if (isMissing) return { kind: 'unknown' };
  if (own.isError || own.fetchStatus === 'paused') {
    return { kind: 'failed', error: own.error, retry: () => void refetch() };
  }
  return { kind: 'loading' };
}

/** Answers overtake each other; a market never goes back behind what was seen of it. */
function newer(listed: WireMarket | undefined, own: WireMarket | undefined): WireMarket | undefined {
  if (listed === undefined || own === undefined) return listed ?? own;
  return own.version > listed.version ? own : listed;
}
