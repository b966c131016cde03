import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { latestListReading } from '../data/market-list.ts';
import { marketsQuery } from '../data/queries.ts';
import { streamState } from './stream-state.ts';

/** Delay before the stream's code is loaded again after a failure, in ms. */
const AGAIN_MS = 15_000;
/** Default of `unaskedMs` in {@link Terms}. */
const UNASKED_MS = 1_000;
/** Without the stream, prices older than this are too old to bet on, in ms. */
const FRESH_MS = 60_000;

/**
 * Keeps the page up to date with the server over one connection. Its code loads after the first list of markets has
 * arrived: the stream continues from that list's position.
 */
export function LiveStream({ loadCode = keepStreamCode, unaskedMs = UNASKED_MS }: Partial<Terms>) {
  const queryClient = useQueryClient();
  useEffect(() => startWhenShown(queryClient, { loadCode, unaskedMs }), [queryClient, loadCode, unaskedMs]);
  return null;
}

const keepStreamCode = () => import('./keep-stream.ts');

interface Terms {
  loadCode: typeof keepStreamCode;
  /** A page that hasn't requested the list after this many ms doesn't show one. */
  unaskedMs: number;
}

/** @returns stops the stream */
function startWhenShown(queryClient: QueryClient, { loadCode, unaskedMs }: Terms): () => void {
  const startedAt = Date.now();
  let stop = () => {};
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const load = async () => {
    try {
      const { keepStream } = await loadCode();
      if (!stopped) stop = keepStream(queryClient, startedAt);
    } catch {
      if (stopped) return;
      const reading = latestListReading(queryClient);
      const updatedAt = reading?.readAt ?? startedAt;
      // Prices stored by an earlier visit aren't current, however recent it was.
      const isOld = reading?.isKept === true || Date.now() - updatedAt > FRESH_MS;
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
 * Calls back once the market list has loaded or failed, or after `unaskedMs` if the page hasn't requested it.
 *
 * @returns stops waiting
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
