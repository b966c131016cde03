import type { StreamEvent, StreamEventName } from '@tallystone/core/http-api';
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { EventSourceMessage } from 'eventsource-parser';
import { latestListReading } from '../data/market-list.ts';
import { marketsQuery } from '../data/queries.ts';
import { dropDeadToken } from '../data/send-request.ts';
import { storedSession } from '../data/stored-session.ts';
import { followAccount } from './follow-account.ts';
import { followMarkets } from './follow-markets.ts';
import { perFrame } from './per-frame.ts';
import { readStream, StreamRefused } from './read-stream.ts';
import { reconnectWait } from './reconnect-wait.ts';
import { streamState } from './stream-state.ts';

/** The server says something every 10 seconds: after this long without a word the line is dead, in ms. */
const SILENT_MS = 25_000;
/** Prices are bet on for this long after the last word of the stream, and for that long after the list was read, in ms. */
const HEARD_HOLDS_MS = 15_000;
const READ_HOLDS_MS = 60_000;
/** A connection that held this long starts the waits anew, in ms. */
const STEADY_MS = 10_000;
/** A connection that gives way to another one, such as at sign-in, is not called broken before this, in ms. */
const CHANGE_MS = 1_000;

const LIST_HASH = hashKey(marketsQuery.queryKey);

/** What came in and waits for its frame. */
type News = { [N in 'markets' | 'snapshot' | 'account']: { name: N; data: StreamEvent<N> } }[
  | 'markets'
  | 'snapshot'
  | 'account'];

/**
 * Keeps the stream of the page: one connection, opened again after every break and whenever somebody signs in or out.
 * What it brings goes into the cache once per frame.
 *
 * @param startedAt when the page was read, in ms
 * @returns how to stop
 */
export function keepStream({
  queryClient,
  startedAt,
}: {
  queryClient: QueryClient;
  startedAt: number;
}): () => void {
  const markets = followMarkets(queryClient);
  const account = followAccount(queryClient);

  let connection: AbortController | null = null;
  let sentToken: string | null = null;
  let lastEventId: string | null = null;
  let isLive = false;
  /** When the connection began to speak; never, while none does. */
  let openedAt = Number.POSITIVE_INFINITY;
  let heardAt: number | null = null;
  let readAt = startedAt;
  let failures = 0;
  /** What is shown was read for this break already. */
  let hasRead = false;
  /** Nothing was heard yet that says from where on: what the page shows may have changed before. */
  let isBlind = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let expiry: ReturnType<typeof setTimeout> | undefined;

  const waiting: News[] = [];
  const frame = perFrame(() => {
    for (const { name, data } of waiting.splice(0)) {
      if (name === 'account') account.hear(data);
      else markets.hear(data.markets, { isWhole: name === 'snapshot' });
    }
  });

  // ---- what the page says of it ----

  const publish = () => {
    clearTimeout(expiry);
    if (isLive) {
      streamState.set({ kind: 'live' });
      return;
    }
    readAt = Math.max(readAt, latestListReading(queryClient)?.readAt ?? 0);
    const updatedAt = Math.max(heardAt ?? 0, readAt);
    if (!navigator.onLine) {
      streamState.set({ kind: 'offline', updatedAt });
      return;
    }
    const leftMs = Math.max((heardAt ?? 0) + HEARD_HOLDS_MS, readAt + READ_HOLDS_MS) - Date.now();
    if (leftMs > 0) {
      const isFirst = heardAt === null && failures === 0;
      streamState.set(isFirst ? { kind: 'connecting' } : { kind: 'reconnecting', updatedAt });
      expiry = setTimeout(publish, leftMs);
      return;
    }
    streamState.set({ kind: 'paused', updatedAt });
    if (!hasRead) void readShown();
  };

  /** Once per break, and when it is asked for: where only the stream is blocked, prices can still be read. */
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
    // Somebody else had the list read.
    if (type === 'updated' && !isLive && query.queryHash === LIST_HASH) publish();
  });

  // ---- the connection ----

  const open = async () => {
    clearTimeout(retry);
    connection?.abort();
    const mine = new AbortController();
    connection = mine;
    watchSilence();
    if (isLive) {
      isLive = false;
      expiry = setTimeout(publish, CHANGE_MS);
    }
    const { token } = storedSession.read();
    sentToken = token;
    const listPosition = latestListReading(queryClient)?.position ?? null;
    isBlind = lastEventId === null && listPosition === null;
    let askedMs = 0;
    try {
      await readStream({
        token,
        from: { lastEventId, listPosition },
        signal: mine.signal,
        onBytes: () => {
          if (connection === mine) watchSilence();
        },
        onEvent: (event) => {
          if (connection === mine) take(event);
        },
      });
    } catch (error) {
      if (connection === mine && error instanceof StreamRefused) {
        askedMs = error.askedMs;
        // The next try is anybody's.
        if (error.status === 401 && token !== null) dropDeadToken({ sent: token, code: 'unauthenticated' });
      }
    }
    if (connection === mine) broken(askedMs);
  };

  const broken = (askedMs = 0) => {
    clearTimeout(silence);
    connection?.abort();
    connection = null;
    if (Date.now() - openedAt >= STEADY_MS) failures = 0;
    openedAt = Number.POSITIVE_INFINITY;
    isLive = false;
    failures += 1;
    publish();
    if (!navigator.onLine) return;
    retry = setTimeout(open, reconnectWait({ failures, random: Math.random(), askedMs }));
  };

  const openNow = () => {
    failures = Math.min(failures, 1);
    void open();
  };

  const watchSilence = () => {
    clearTimeout(silence);
    silence = setTimeout(broken, SILENT_MS);
  };

  const take = ({ event, data, id }: EventSourceMessage) => {
    heardAt = Date.now();
    switch (event as StreamEventName | undefined) {
      case 'markets':
        waiting.push({ name: 'markets', data: parse<'markets'>(data) });
        break;
      case 'snapshot':
        waiting.push({ name: 'snapshot', data: parse<'snapshot'>(data) });
        break;
      case 'account':
        if (sentToken !== null) waiting.push({ name: 'account', data: parse<'account'>(data) });
        break;
      case 'beat':
        if (waiting.length === 0) markets.count(parse<'beat'>(data).listed);
        break;
      case 'session-ended':
        endSession();
        break;
      case undefined:
        break;
    }
    // Only now: what could not be read is asked for again.
    if (id !== undefined) lastEventId = id;
    if (waiting.length > 0) frame.ask();
    if (isLive) return;
    isLive = true;
    openedAt = heardAt;
    hasRead = false;
    if (isBlind) {
      isBlind = false;
      markets.readAgain();
      account.readAgain();
    }
    publish();
  };

  const endSession = () => {
    const ended = sentToken;
    // The connection goes on as anybody's, and is not opened again for it.
    sentToken = null;
    forgetAccount();
    if (ended !== null && storedSession.read().token === ended) storedSession.clear();
  };

  /** What came for one user is never shown to another. */
  const forgetAccount = () => {
    account.forget();
    waiting.splice(0, waiting.length, ...waiting.filter(({ name }) => name !== 'account'));
  };

  // ---- what makes it try at once ----

  const onSession = () => {
    if (storedSession.read().token === sentToken) return;
    forgetAccount();
    openNow();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === 'authToken') onSession();
  };
  const hangUp = () => {
    connection?.abort();
    connection = null;
    clearTimeout(retry);
    clearTimeout(silence);
  };
  const onOffline = () => {
    hangUp();
    isLive = false;
    publish();
  };
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return;
    const isSilent = heardAt !== null && Date.now() - heardAt > HEARD_HOLDS_MS;
    if (!isLive || isSilent) openNow();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) openNow();
  };

  const stopSession = storedSession.subscribe(onSession);
  window.addEventListener('storage', onStorage);
  window.addEventListener('online', openNow);
  window.addEventListener('offline', onOffline);
  // A page with an open connection is not kept for going back to.
  window.addEventListener('pagehide', hangUp);
  window.addEventListener('pageshow', onPageShow);
  document.addEventListener('visibilitychange', onVisible);
  streamState.onTryNow(() => {
    openNow();
    void readShown();
  });
  publish();
  if (navigator.onLine) void open();

  return () => {
    hangUp();
    clearTimeout(expiry);
    frame.stop();
    stopWatching();
    stopSession();
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('online', openNow);
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('pagehide', hangUp);
    window.removeEventListener('pageshow', onPageShow);
    document.removeEventListener('visibilitychange', onVisible);
    streamState.onTryNow(null);
    streamState.set({ kind: 'connecting' });
    markets.stop();
    account.stop();
  };
}

/** The list, and markets that were read by their own address. */
function isPriced({ queryKey }: { queryKey: QueryKey }): boolean {
  return queryKey.length <= 2;
}

/** The server answers by the table of endpoints; what cannot be read at all ends the connection. */
function parse<N extends StreamEventName>(data: string): StreamEvent<N> {
  return JSON.parse(data) as StreamEvent<N>;
}
