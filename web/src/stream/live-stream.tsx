import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { latestListReading } from '../data/market-list.ts';
import { marketsQuery } from '../data/queries.ts';
import { streamState } from './stream-state.ts';

/** How long to wait before the code of the stream is asked for again, in ms. */
const AGAIN_MS = 15_000;
/** Of {@link Terms}. */
const UNASKED_MS = 1_000;
/** From then on what the page shows is too old to bet on without the stream, in ms. */
const HOLDS_MS = 60_000;

/**
 * Keeps the page following the server, by one connection for all of it. Its code comes after the first paint, when the
 * first list of markets has been answered: the stream goes on from where that list stood.
 */
export function LiveStream({ loadCode = keepStreamCode, unaskedMs = UNASKED_MS }: Partial<Terms>) {
  const queryClient = useQueryClient();
  useEffect(() => startWhenShown(queryClient, { loadCode, unaskedMs }), [queryClient, loadCode, unaskedMs]);
  return null;
}

const keepStreamCode = () => import('./keep-stream.ts');

interface Terms {
  loadCode: typeof keepStreamCode;
  /** A page that has not asked for the list by then shows none. */
  unaskedMs: number;
}

/** Returns how to stop. */
function startWhenShown(queryClient: QueryClient, { loadCode, unaskedMs }: Terms): () => void {
  const startedAt = Date.now();
  let stop = () => {};
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const load = async () => {
    try {
      const { keepStream } = await loadCode();
      if (!stopped) stop = keepStream({ queryClient, startedAt });
    } catch {
      if (stopped) return;
      const reading = latestListReading(queryClient);
      const updatedAt = reading?.readAt ?? startedAt;
      // What an earlier visit kept is no price of now, however short ago that was.
      const isOld = reading?.isKept === true || Date.now() - updatedAt > HOLDS_MS;
      const kind = !navigator.onLine ? 'offline' : isOld ? 'paused' : 'reconnecting';
      streamState.set({ kind, updatedAt });
      timer = setTimeout(load, AGAIN_MS);
    }
  };
  const stopWaiting = whenListAnswered(queryClient, unaskedMs, () => void load());

  return () => {
    stopped = true;
    stopWaiting();
    clearTimeout(timer);
    stop();
  };
}

/**
 * Calls back once the market list was answered, for better or worse; on a page that has not asked for it by then, then.
 * Returns how to stop waiting.
 */
function whenListAnswered(queryClient: QueryClient, unaskedMs: number, then: () => void): () => void {
  const list = () => queryClient.getQueryState(marketsQuery.queryKey);
  const go = () => {
    stop();
    then();
  };
  const stopListening = queryClient.getQueryCache().subscribe(() => {
    const state = list();
    if (state !== undefined && state.status !== 'pending' && state.fetchStatus === 'idle') go();
  });
  const timer = setTimeout(() => list()?.fetchStatus !== 'fetching' && go(), unaskedMs);
  const stop = () => {
    clearTimeout(timer);
    stopListening();
  };
  return stop;
}
