import { httpApi } from '@tallystone/core/http-api';
import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import { OpenAnswer, RawAnswer, type Route, route } from '../http/route.ts';
import { parsePosition } from './position.ts';
import type { ReaderPlaces } from './reader-places.ts';
import type { Listener, Stream } from './stream.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Tells proxies not to buffer events.
  'x-accel-buffering': 'no',
};

export function streamRoutes({
  stream,
  places,
  onLook,
}: {
  stream: Stream;
  places: ReaderPlaces;
  /** Called when a person opens a stream. */
  onLook(): Promise<void>;
}): Route[] {
  return [
    route(httpApi.openStream, async ({ query, headers, session, network, request }) => {
      // A HEAD request gets no stream.
      if (request.method === 'HEAD') return new RawAnswer(200, HEADERS, null);
      if (stream.isClosed) {
        throw new HttpError('not-ready', say('stopping'), { retryAfterSeconds: 2 });
      }
      void onLook();
      const leave = places.take({ network, userId: session?.userId ?? null });
      if (request.socket.destroyed) leave();
      else request.socket.once('close', leave);
      const after = positionOf(headers['last-event-id'] ?? query.after);
      return new OpenAnswer(HEADERS, (socket) =>
        stream.open(socket, { session, after, game: query.game ?? null }),
      );
    }),
  ];
}

/** A client that reconnects sends the id of its last event, or an empty id if it had none. */
function positionOf(id: string | undefined): Listener['after'] {
  if (id === undefined || id === '') return null;
  return parsePosition(id) ?? 'unknown';
}
