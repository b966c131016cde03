import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { latestListReading } from '../data/market-list.ts';
import { marketsQuery } from '../data/queries.ts';
import { streamState } from './stream-state.ts';

/** Prices are bet on for this long after the last word of the stream, and for that long after they were read, in ms. */
const HEARD_HOLDS_MS = 15_000;
const READ_HOLDS_MS = 60_000;
/** A connection that gives way to another one, such as at sign-in, is not called broken before this, in ms. */
const CHANGE_MS = 1_000;

const LIST_HASH = hashKey(marketsQuery.queryKey);

/** Knows how old the prices on the page are, and says so. */
export interface StreamHealth {
  readonly isLive: boolean;
  /** Whether the line has been silent for longer than it should be. */
  readonly isSilent: boolean;
  /** Something came. */
  heard(): void;
  /** Everything up to now has come. */
  live(): void;
  /** A connection is opened, or takes the place of another one. */
  changing(): void;
  /** There is no connection. */
  broken(): void;
  /** Reads the prices that are shown, without the stream. */
  readShown(): Promise<void>;
  stop(): void;
}

/** @param startedAt when the page was read, in ms */
export function streamHealth({
  queryClient,
  startedAt,
}: {
  queryClient: QueryClient;
  startedAt: number;
}): StreamHealth {
  let isLive = false;
  let hasBroken = false;
  /** What is shown was read for this break already. */
  let hasRead = false;
  let heardAt = Number.NEGATIVE_INFINITY;
  let readAt = startedAt;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const publish = () => {
    clearTimeout(timer);
    const reading = latestListReading(queryClient);
    if (reading?.isKept) {
      // What an earlier visit kept is as old as it is, however new the page and whatever the stream says by now.
      streamState.set({ kind: navigator.onLine ? 'paused' : 'offline', updatedAt: reading.readAt });
      if (navigator.onLine && !hasRead) void readShown();
      return;
    }
    if (isLive) {
      streamState.set({ kind: 'live' });
      return;
    }
    readAt = Math.max(readAt, reading?.readAt ?? readAt);
    const updatedAt = Math.max(heardAt, readAt);
    if (!navigator.onLine) {
      streamState.set({ kind: 'offline', updatedAt });
      return;
    }
    const leftMs = Math.max(heardAt + HEARD_HOLDS_MS, readAt + READ_HOLDS_MS) - Date.now();
    if (leftMs > 0) {
      streamState.set(hasBroken ? { kind: 'reconnecting', updatedAt } : { kind: 'connecting' });
      timer = setTimeout(publish, leftMs);
      return;
    }
    streamState.set({ kind: 'paused', updatedAt });
    // Once per break: where only the stream is blocked, prices can still be read.
    if (!hasRead) void readShown();
  };

  const readShown = async () => {
    hasRead = true;
    const askedAt = Date.now();
    const prices = { queryKey: marketsQuery.queryKey, type: 'active', predicate: isPriced } as const;
    await queryClient.refetchQueries(prices);
    const shown = queryClient.getQueryCache().findAll(prices);
    const areRead = shown.every(({ state }) => state.status === 'success' && state.dataUpdatedAt >= askedAt);
    if (shown.length > 0 && areRead) readAt = Math.max(readAt, askedAt);
    publish();
  };

  const stopWatching = queryClient.getQueryCache().subscribe(({ type, query }) => {
    // Somebody else had the list read, or it takes the place of a kept one.
    if (type !== 'updated' || query.queryHash !== LIST_HASH) return;
    if (!isLive || streamState.read().kind !== 'live') publish();
  });

  publish();
  return {
    get isLive() {
      return isLive;
    },
    get isSilent() {
      return Date.now() - heardAt > HEARD_HOLDS_MS;
    },
    heard() {
      heardAt = Date.now();
    },
    live() {
      isLive = true;
      hasRead = false;
      publish();
    },
    changing() {
      if (!isLive) {
        // The browser may have its connection back.
        publish();
        return;
      }
      isLive = false;
      hasBroken = true;
      timer = setTimeout(publish, CHANGE_MS);
    },
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

/** The list, and markets that were read by their own address. */
function isPriced({ queryKey }: { queryKey: QueryKey }): boolean {
  return queryKey.length <= 2;
}
