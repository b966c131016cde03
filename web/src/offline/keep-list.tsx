import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../data/api-error.ts';
import { withoutVersion } from '../data/database-server.ts';
import { latestListReading, noteKeptList } from '../data/market-list.ts';
import { marketsQuery } from '../data/queries.ts';
import { listenTo } from '../signals/listen-to.ts';
import { isStreamLive, streamState } from '../stream/stream-state.ts';
import { appVersion } from './app-version.ts';
import { forgetKept, forgetWhereNoFiles } from './forget-kept.ts';
import { keptList } from './kept-list.ts';

/** How often the changing list is written at most, in ms. */
const WRITE_EVERY_MS = 60_000;
/** How long to wait for the first list before the stored one is shown, in ms. */
const PATIENCE_MS = 4000;

const { queryKey } = marketsQuery;
const LIST_HASH = hashKey(queryKey);

/** Stores the market list on the device, and shows it if the server can't be reached. Renders nothing. */
export function KeepList() {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (appVersion() === null) {
      // If the app is no longer stored, an earlier visit may have left a list, and a busy browser has been seen to
      // restore what the worker had deleted.
      forgetKept().catch(() => undefined);
      return;
    }
    const stopWriting = writeAsItChanges(queryClient);
    const stopShowing = showWhenAlone(queryClient);
    return () => {
      stopWriting();
      stopShowing();
    };
  }, [queryClient]);
  return null;
}

function writeAsItChanges(queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writtenAt = 0;
  // A page opened by a worker may outlive it: on a slow connection the worker serves stored files, then removes itself.
  const hasWorker = navigator.serviceWorker?.controller != null;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const markets = queryClient.getQueryData(queryKey);
    const reading = latestListReading(queryClient);
    if (markets === undefined || reading === null || reading.isKept === true) return;
    writtenAt = Date.now();
    const at = isStreamLive() ? writtenAt : reading.readAt;
    keptList
      .write({ at, markets })
      .then(() => (hasWorker ? forgetWhereNoFiles() : undefined))
      // Storage may be full or forbidden; then no list is stored.
      .catch(() => undefined);
  };
  const stopListening = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== LIST_HASH || query.state.status !== 'success') return;
    timer ??= setTimeout(write, Math.max(2000, writtenAt + WRITE_EVERY_MS - Date.now()));
  });
  // The last chance to write on a phone.
  const stopWatching = listenTo(document, ['visibilitychange'], () => {
    if (document.visibilityState === 'hidden') write();
  });
  return () => {
    clearTimeout(timer);
    stopListening();
    stopWatching();
  };
}

/** Shows the stored list until a real one arrives. Not after an error answer, because the page shows that error. */
function showWhenAlone(queryClient: QueryClient): () => void {
  let isLooking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isWanting = () => queryClient.getQueryState(queryKey)?.data === undefined;
  const isAlone = () => {
    const state = queryClient.getQueryState(queryKey);
    if (state === undefined || state.data !== undefined) return false;
    return state.fetchStatus === 'paused' || (state.status === 'error' && !(state.error instanceof ApiError));
  };
  const show = async () => {
    if (isLooking || !isWanting()) return;
    isLooking = true;
    const kept = await keptList.read().catch(() => null);
    isLooking = false;
    // The server may have answered by now.
    if (kept === null || !isWanting()) return;
    noteKeptList(queryClient, kept.at);
    // The database server may have been replaced since, by one with lower version numbers.
    queryClient.setQueryData(queryKey, kept.markets.map(withoutVersion), { updatedAt: kept.at });
    // Until the stream delivers, these prices are old.
    streamState.set({ kind: navigator.onLine ? 'paused' : 'offline', updatedAt: kept.at });
  };
  const stopListening = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== LIST_HASH) return;
    timer ??= setTimeout(() => {
      if (queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching') void show();
    }, PATIENCE_MS);
    if (isAlone()) void show();
  });
  if (isAlone()) void show();
  return () => {
    clearTimeout(timer);
    stopListening();
  };
}
