import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { latestListReading } from '../data/market-list.ts';
import { marketsQuery } from '../data/queries.ts';
import { streamState } from './stream-state.ts';

/** How long prices stay fresh after the last data from the stream, and after they were read, in ms. */
const STREAM_FRESH_MS = 15_000;
const READ_FRESH_MS = 60_000;
/** A connection that is being replaced, such as at sign-in, counts as broken only after this, in ms. */
const CHANGE_MS = 1_000;

const LIST_HASH = hashKey(marketsQuery.queryKey);

/**
 * Tracks how old the prices on the page are, and publishes it.
 *
 * @param startedAt when the page was loaded, in ms
 */
export function streamHealth(queryClient: QueryClient, startedAt: number) {
  let isLive = false;
  let hasBroken = false;
  /** The shown prices have already been read during this break. */
  let hasRead = false;
  let receivedAt = Number.NEGATIVE_INFINITY;
  let readAt = startedAt;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const publish = () => {
    clearTimeout(timer);
    const reading = latestListReading(queryClient);
    if (reading?.isKept) {
      // A list stored by an earlier visit is old, however new the page and whatever the stream's state.
      streamState.set({ kind: navigator.onLine ? 'paused' : 'offline', updatedAt: reading.readAt });
      if (navigator.onLine && !hasRead) void readShown();
      return;
    }
    if (isLive) {
      streamState.set({ kind: 'live' });
      return;
    }
    readAt = Math.max(readAt, reading?.readAt ?? readAt);
    const updatedAt = Math.max(receivedAt, readAt);
    if (!navigator.onLine) {
      streamState.set({ kind: 'offline', updatedAt });
      return;
    }
    const leftMs = Math.max(receivedAt + STREAM_FRESH_MS, readAt + READ_FRESH_MS) - Date.now();
    if (leftMs > 0) {
      streamState.set(hasBroken ? { kind: 'reconnecting', updatedAt } : { kind: 'connecting' });
      timer = setTimeout(publish, leftMs);
      return;
    }
    streamState.set({ kind: 'paused', updatedAt });
    // Once per break: if only the stream is blocked, prices can still be read.
    if (!hasRead) void readShown();
  };

  /** Reads the shown prices without the stream. */
  const readShown = async () => {
    hasRead = true;
    const askedAt = Date.now();
    const prices = { type: 'active', predicate: isPriced } as const;
    await queryClient.refetchQueries(prices);
    const shown = queryClient.getQueryCache().findAll(prices);
    const areRead = shown.every(({ state }) => state.status === 'success' && state.dataUpdatedAt >= askedAt);
    if (shown.length > 0 && areRead) readAt = Math.max(readAt, askedAt);
    publish();
  };

  const stopWatching = queryClient.getQueryCache().subscribe(({ type, query }) => {
    // The list was read, or replaced a stored one.
    if (type !== 'updated' || query.queryHash !== LIST_HASH) return;
    if (!isLive || streamState.read().kind !== 'live') publish();
  });

  publish();
  return {
    get isLive() {
      return isLive;
    },
    /** Whether the connection has been silent for too long. */
    get isSilent() {
      return Date.now() - receivedAt > STREAM_FRESH_MS;
    },
    /** Data came from the stream. */
    received() {
      receivedAt = Date.now();
    },
    /** Everything up to now has been received. */
    live() {
      isLive = true;
      hasRead = false;
      publish();
    },
    /** A connection is being opened or replaced. */
    changing() {
      if (!isLive) {
        // The browser may be online again.
        publish();
        return;
      }
      isLive = false;
      hasBroken = true;
      timer = setTimeout(publish, CHANGE_MS);
    },
    /** There is no connection. */
    broken() {
      isLive = false;
      hasBroken = true;
      publish();
    },
    readShown,
    stop() {
      clearTimeout(timer);
      stopWatching();
      streamState.set({ kind: 'connecting' });
    },
  };
}

/** The list, markets that were read on their own, and games. */
function isPriced({ queryKey }: { queryKey: QueryKey }): boolean {
  return queryKey.length <= 2 && /^\/api\/(?:markets|games)$/.test(String(queryKey[0]));
}
