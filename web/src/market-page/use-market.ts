import type { WireListedMarket, WireMarket } from '@tallystone/core/http-api/markets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError } from '../data/api-error.ts';
import { marketQuery, marketsQuery } from '../data/queries.ts';
import { listenTo } from '../signals/listen-to.ts';
import { useFollowedGame } from '../stream/followed-game.ts';

/** Valid ids have only these characters. Any other text must not become part of a request's path. */
const ID = /^\w{1,64}$/;

export type MarketPageState =
  | { kind: 'loading' }
  /** There is no market with this id, or it has been removed. */
  | { kind: 'unknown' }
  | { kind: 'failed'; error: Error | null; retry: () => void }
  | {
      kind: 'found';
      /** As the list or its own endpoint has it, whichever is newer. */
      market: WireListedMarket;
      /** What the list doesn't have; undefined until its own endpoint has answered. */
      whole: WireMarket | undefined;
      /** When its own endpoint last answered, in ms by the browser's clock. */
      readAt: number;
      /** It isn't listed, and reading it again failed. */
      outdated: boolean;
      /** It was removed while the page was open. */
      gone: boolean;
    };

/** One market in any state: at once from the list if it is listed, and whole from its own endpoint. */
export function useMarket(id: string): MarketPageState {
  const queryClient = useQueryClient();
  const isId = ID.test(id);
  // Selects this market alone, so that price changes of others don't render the page again.
  const select = useCallback(
    (list: WireListedMarket[]) => list.find((market) => market.id === id) ?? null,
    [id],
  );
  const list = useQuery({ ...marketsQuery, enabled: isId, select });
  const listed = list.data ?? undefined;
  const own = useQuery({ ...marketQuery(id), enabled: isId, refetchOnMount: 'always' });
  const { refetch } = own;

  // The stream brings news of a game's side markets only while the game is followed. It may have continued from a moment
  // after the market was read, so the market is read once more.
  useFollowedGame(own.data?.isSide ? own.data.gameId : undefined, () => void refetch());

  // A market that left the list has closed or has its result; its own endpoint says which.
  const isListed = listed !== undefined;
  const wasListed = useRef(isListed);
  useEffect(() => {
    if (wasListed.current && !isListed) void refetch();
    wasListed.current = isListed;
  }, [isListed, refetch]);

  // After a lost connection, the market and everything under its query key are out of date.
  useEffect(() => {
    const { queryKey } = marketQuery(id);
    return listenTo(window, ['online'], () => isId && void queryClient.invalidateQueries({ queryKey }));
  }, [id, isId, queryClient]);

  if (!isId) return { kind: 'unknown' };
  const isMissing = own.error instanceof ApiError && own.error.status === 404;
  const market = newer(listed, own.data);
  if (market !== undefined) {
    return {
      kind: 'found',
      market,
      whole: own.data,
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

/** Responses can arrive out of order, so the newer version counts. */
function newer(
  listed: WireListedMarket | undefined,
  own: WireMarket | undefined,
): WireListedMarket | undefined {
  if (listed === undefined || own === undefined) return listed ?? own;
  return own.version > listed.version ? own : listed;
}
