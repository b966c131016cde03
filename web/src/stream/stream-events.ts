import type { StreamEvent, StreamEventName } from '@tallystone/core/http-api/stream';
import type { QueryClient } from '@tanstack/react-query';
import type { EventSourceMessage } from 'eventsource-parser';
import { databaseServer } from '../data/database-server.ts';
import { latestListReading } from '../data/market-list.ts';
import { storedSession } from '../data/stored-session.ts';
import type { followAccount } from './follow-account.ts';
import type { followMarkets } from './follow-markets.ts';
import { newsQueue } from './news-queue.ts';
import type { streamHealth } from './stream-health.ts';

interface Followers {
  markets: ReturnType<typeof followMarkets>;
  account: ReturnType<typeof followAccount>;
  health: ReturnType<typeof streamHealth>;
  /** Called at the first beat of a connection. */
  onOpened: () => void;
}

/** Passes the events of every connection on to the markets and the account, once per frame. */
export function streamEvents(queryClient: QueryClient, { markets, account, health, onOpened }: Followers) {
  let sentToken: string | null = null;
  let lastEventId: string | null = null;
  /** The connection was opened without a position, so changes before it may be missing. */
  let isBlind = false;
  /** The connection has sent the signed-in user's account. */
  let knowsAccount = false;

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
    onOpened();
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

  return {
    /** The token of the connection; null if it is signed out, or once its session has ended. */
    get sentToken() {
      return sentToken;
    },
    /** Call when a connection is opened. Returns where it continues. */
    begin(token: string | null) {
      sentToken = token;
      const listPosition = latestListReading(queryClient)?.position ?? null;
      isBlind = lastEventId === null && listPosition === null;
      knowsAccount = false;
      return { lastEventId, listPosition };
    },
    take,
    forgetAccount,
    stop: queue.stop,
  };
}
