import type { StreamEvent, StreamEventName } from '@tallystone/core/http-api/stream';
import type { QueryClient } from '@tanstack/react-query';
import type { EventSourceMessage } from 'eventsource-parser';
import { databaseServer } from '../data/database-server.ts';
import { latestListReading } from '../data/market-list.ts';
import { dropDeadToken } from '../data/send-request.ts';
import { storedSession } from '../data/stored-session.ts';
import { followAccount } from './follow-account.ts';
import { followMarkets } from './follow-markets.ts';
import { followPage } from './follow-page.ts';
import { newsQueue } from './news-queue.ts';
import { readStream, StreamRefused } from './read-stream.ts';
import { reconnectWait } from './reconnect-wait.ts';
import { streamHealth } from './stream-health.ts';
import { streamState } from './stream-state.ts';

/** The server sends a beat every 10 seconds: after this long without data the connection is dead, in ms. */
const SILENT_MS = 25_000;
/** A connection that lasted this long resets the reconnect waits, in ms. */
const STEADY_MS = 10_000;

/**
 * Keeps the page's stream open: one connection, reopened after every break and when the user signs in or out. Its
 * events go into the cache once per frame.
 *
 * @param startedAt when the page was loaded, in ms
 * @returns stops the stream
 */
export function keepStream(queryClient: QueryClient, startedAt: number): () => void {
  const markets = followMarkets(queryClient);
  const account = followAccount(queryClient);
  const health = streamHealth(queryClient, startedAt);

  let connection: AbortController | null = null;
  let sentToken: string | null = null;
  let lastEventId: string | null = null;
  /** Time of the connection's first beat; infinite until then. */
  let openedAt = Number.POSITIVE_INFINITY;
  let failures = 0;
  /** The connection was opened without a position, so changes before it may be missing. */
  let isBlind = false;
  /** The connection has sent the signed-in user's account. */
  let knowsAccount = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  // ---- events ----

  const readAgain = () => {
    markets.readAgain();
    if (sentToken !== null) account.readAgain();
  };
  const queue = newsQueue({
    markets: (news) => markets.receive(news),
    snapshot(data) {
      databaseServer.meet(queryClient, data.position ?? null, { isStreamed: true });
      markets.receive(data.markets, { isWhole: true });
      // A snapshot means that events may be missing, including those of the account.
      if (sentToken !== null) account.readAgain();
    },
    account: account.receive,
    failed(error) {
      console.error('News could not be taken over, so everything is read again', error);
      readAgain();
    },
  });

  const take = ({ event, data, id }: EventSourceMessage) => {
    health.received();
    // The server's events match their types; an event that can't be parsed ends the connection.
    switch (event as StreamEventName | undefined) {
      case 'markets':
        queue.add({ name: 'markets', data: JSON.parse(data) });
        break;
      case 'snapshot':
        queue.add({ name: 'snapshot', data: JSON.parse(data) });
        break;
      case 'account':
        knowsAccount = true;
        if (sentToken !== null) queue.add({ name: 'account', data: JSON.parse(data) });
        break;
      case 'beat':
        onBeat(JSON.parse(data));
        break;
      case 'session-ended':
        endSession();
        break;
      case undefined:
        break;
    }
    // Last, so an event that could not be parsed is sent again.
    if (id !== undefined) lastEventId = id;
    queue.ask();
  };

  /** The first beat of a connection says that all earlier events have been sent. */
  const onBeat = ({ listed, position }: StreamEvent<'beat'>) => {
    queue.takeOverNow();
    databaseServer.meet(queryClient, position, { isStreamed: true });
    markets.count(listed);
    if (health.isLive) return;
    openedAt = Date.now();
    health.live();
    if (isBlind) readAgain();
    // A connection starts with the account. If it's missing the session may be over, so the account is reread to check.
    else if (sentToken !== null && !knowsAccount) account.readAgain();
    isBlind = false;
  };

  const endSession = () => {
    const ended = sentToken;
    // The connection goes on as a signed-out one, without being reopened.
    sentToken = null;
    forgetAccount();
    if (ended !== null && storedSession.read().token === ended) storedSession.clear();
  };

  /** One user's events are never shown to another. */
  const forgetAccount = () => {
    account.forget();
    queue.forgetAccount();
  };

  // ---- the connection ----

  const open = async () => {
    hangUp();
    health.changing();
    const mine = new AbortController();
    connection = mine;
    watchSilence();
    const { token } = storedSession.read();
    sentToken = token;
    const listPosition = latestListReading(queryClient)?.position ?? null;
    isBlind = lastEventId === null && listPosition === null;
    knowsAccount = false;
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
        // The next attempt is signed out.
        if (error.status === 401 && token !== null) dropDeadToken({ sent: token, code: 'unauthenticated' });
      }
    }
    if (connection === mine) broken(askedMs);
  };

  const broken = (askedMs = 0) => {
    hangUp();
    failures = Date.now() - openedAt >= STEADY_MS ? 1 : failures + 1;
    openedAt = Number.POSITIVE_INFINITY;
    health.broken();
    // The browser fires an event when it's online again.
    if (!navigator.onLine) return;
    retry = setTimeout(open, reconnectWait({ failures, random: Math.random(), askedMs }));
  };

  const hangUp = () => {
    connection?.abort();
    connection = null;
    databaseServer.streamEnded(queryClient);
    clearTimeout(retry);
    clearTimeout(silence);
  };

  const watchSilence = () => {
    clearTimeout(silence);
    silence = setTimeout(broken, SILENT_MS);
  };

  const openNow = () => {
    failures = Math.min(failures, 1);
    void open();
  };

  // ---- what triggers a reconnect at once ----

  const onSession = () => {
    if (storedSession.read().token === sentToken) return;
    forgetAccount();
    openNow();
  };
  const stopSession = storedSession.subscribe(onSession);
  const stopPage = followPage({
    onBack: openNow,
    onOffline() {
      hangUp();
      health.broken();
    },
    onVisible() {
      if (!health.isLive || health.isSilent) openNow();
    },
    onHide: hangUp,
    onSession,
  });
  streamState.onTryNow(() => {
    openNow();
    void health.readShown();
  });
  if (navigator.onLine) void open();

  return () => {
    hangUp();
    queue.stop();
    stopSession();
    stopPage();
    streamState.onTryNow(null);
    markets.stop();
    account.stop();
    health.stop();
  };
}
