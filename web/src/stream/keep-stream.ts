import { reconnectWait, SILENT_MS, STEADY_MS } from '@tallystone/core/http-api/reconnect-wait';
import type { QueryClient } from '@tanstack/react-query';
import { databaseServer } from '../data/database-server.ts';
import { dropDeadToken } from '../data/send-request.ts';
import { storedSession } from '../data/stored-session.ts';
import { followAccount } from './follow-account.ts';
import { followMarkets } from './follow-markets.ts';
import { followPage } from './follow-page.ts';
import { followedGame } from './followed-game.ts';
import { readStream, StreamRefused } from './read-stream.ts';
import { streamEvents } from './stream-events.ts';
import { streamHealth } from './stream-health.ts';
import { streamState } from './stream-state.ts';

/**
 * Keeps the page's stream open: one connection, reopened after every break, when the user signs in or out,
 * and when the page shows another game. Its events go into the cache once per frame.
 *
 * @param startedAt when the page was loaded, in ms
 * @returns stops the stream
 */
export function keepStream(queryClient: QueryClient, startedAt: number): () => void {
  const markets = followMarkets(queryClient);
  const account = followAccount(queryClient);
  const health = streamHealth(queryClient, startedAt);

  let connection: AbortController | null = null;
  /** Time of the connection's first beat; infinite until then. */
  let openedAt = Number.POSITIVE_INFINITY;
  let failures = 0;
  /** The game whose news the connection brings. */
  let game: string | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const events = streamEvents(queryClient, {
    markets,
    account,
    health,
    onOpened: () => {
      openedAt = Date.now();
    },
  });

  // ---- the connection ----

  const open = async () => {
    hangUp();
    health.changing();
    const mine = new AbortController();
    connection = mine;
    watchSilence();
    const { token } = storedSession.read();
    const from = events.begin(token);
    game = followedGame.read();
    let askedMs = 0;
    try {
      await readStream({
        token,
        from,
        game,
        signal: mine.signal,
        onBytes: () => {
          if (connection === mine) watchSilence();
        },
        onEvent: (event) => {
          if (connection === mine) events.take(event);
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
    if (storedSession.read().token === events.sentToken) return;
    events.forgetAccount();
    openNow();
  };
  const stopSession = storedSession.subscribe(onSession);
  const stopGame = followedGame.subscribe(() => {
    const next = followedGame.read();
    // News of a game that the page has left do no harm until the next connection.
    if (connection !== null && next !== null && next !== game) openNow();
  });
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
    events.stop();
    stopSession();
    stopGame();
    stopPage();
    streamState.onTryNow(null);
    markets.stop();
    account.stop();
    health.stop();
  };
}
