import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { say } from '@tallystone/core/sentences/say';
import { HttpError } from './http-error.ts';
import { mostOpenFiles } from './open-files.ts';
import type { Places, Taken } from './places.ts';
import { answerByHand } from './refuse-connection.ts';

/** More are of no use to one process: streams, and the requests beside them. */
const MOST_CONNECTIONS = 12_000;
/** For the database, the feed, files that are read and written, and refusals on their way. */
const OTHER_FILES = 300;
/** A refusal is waited for until it has arrived; beyond so many at a time a connection is closed without one. */
const MOST_REFUSALS = 100;
const AGAIN_SECONDS = 10;

/** Connections of which nothing is read for a while. */
const resting = new WeakSet<Socket>();

/** How many connections a process may have where nothing is set, and never more: the rest of what it may open is for its work. */
export function mostConnections(wanted: number | null, openFiles = mostOpenFiles()): number {
  const possible = openFiles === null ? MOST_CONNECTIONS : Math.max(1, openFiles - OTHER_FILES);
  return Math.min(wanted ?? MOST_CONNECTIONS, possible);
}

/**
 * Stands before the server: a connection beyond the places is refused before anything is read of it, and one whose
 * answer is not read for a while is cut off. An answer that is still worked on is waited for.
 *
 * @param callerOf who holds a connection
 * @param unreadMs so long an answer may lie without any of it being taken
 * @param onFull hears of each connection that finds no place in the process, answered or not
 */
export function guardConnections(
  server: Server,
  {
    places,
    callerOf,
    unreadMs,
    newRequestId,
    onFull,
  }: {
    places: Places;
    callerOf(socket: Socket): string;
    unreadMs: number;
    newRequestId(): string;
    onFull(error: HttpError): void;
  },
): void {
  /** Answers leave a connection in the order of their requests, so the newest one tells whether any is due. */
  const newest = new WeakMap<Socket, ServerResponse>();
  let refusals = 0;

  function refuse(socket: Socket, full: Extract<Taken, { kind: 'full' }>): void {
    socket.on('error', () => undefined);
    const isOwn = full.of === 'one';
    const error = isOwn ? tooManyOwn(full.held) : tooMany();
    if (!isOwn) onFull(error);
    if (refusals >= MOST_REFUSALS) {
      socket.destroy();
      return;
    }
    refusals += 1;
    socket.once('close', () => {
      refusals -= 1;
    });
    answerByHand(socket, {
      status: isOwn ? '429 Too Many Requests' : '503 Service Unavailable',
      error,
      requestId: newRequestId(),
    });
  }

  // What the server itself does with a connection: it begins to read.
  const begin = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const place = places.take(callerOf(socket));
    if (place.kind === 'full') {
      refuse(socket, place);
      return;
    }
    socket.once('close', place.leave);
    for (const listener of begin) listener.call(server, socket);
  });

  const answer = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // It was sent before the refusal had arrived, as no browser does. To refuse each of these would take its time too.
    if (resting.has(socket)) {
      socket.destroy();
      return;
    }
    newest.set(socket, response);
    for (const listener of answer) listener.call(server, request, response);
  });
  // Node asks whether anything of what waits was taken since the last time, and begins again if so. It has other times for
  // a caller who says nothing, and comes here too with an idle connection that was kept for the next request.
  server.setTimeout(unreadMs, (socket) => {
    const isIdle = newest.get(socket)?.writableFinished === true;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });
}

/**
 * Reads nothing more of a connection for a while, from the end of an answer on. A caller who asks again as soon as it is refused
 * would take the server's time with refusals alone. What was sent already closes the connection.
 */
export function restAfter(response: ServerResponse, socket: Socket, forMs: number): void {
  // Requests that tests put in have no connection.
  if (resting.has(socket) || !(socket instanceof Socket)) return;
  resting.add(socket);
  const wake = () => {
    resting.delete(socket);
    socket.resume();
  };
  // Once Node has made the connection ready for the next request.
  const rest = () =>
    setImmediate(() => {
      socket.pause();
      setTimeout(wake, forMs).unref();
    });
  response.once('close', rest);
}

const AGAIN = { retryAfterSeconds: AGAIN_SECONDS };
const tooManyOwn = (held: number) =>
  new HttpError(
    'rate-limited',
    say('too-many-network-connections', { connections: held, seconds: AGAIN_SECONDS }),
    AGAIN,
  );
const tooMany = () =>
  new HttpError('too-busy', say('too-many-connections', { seconds: AGAIN_SECONDS }), AGAIN);
