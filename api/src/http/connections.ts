import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { say } from '@tallystone/core/sentences/say';
import { HttpError } from './http-error.ts';
import type { Places, Taken } from './places.ts';
import { answerByHand } from './refuse-connection.ts';

/** More are of no use to one process: these serve its streams and requests. */
const MOST_CONNECTIONS = 12_000;
/** File descriptors for the database, the feed, files, and refusals in progress. */
const OTHER_FILES = 300;
/** Refusals in progress; beyond this a connection is closed without an answer. */
const MOST_REFUSALS = 100;
const AGAIN_SECONDS = 10;

/** Connections that aren't read for a while. */
const resting = new WeakSet<Socket>();

/** Connections that a process may have: as configured, but some file descriptors are kept for its other work. */
export function mostConnections(wanted: number | null, openFiles = mostOpenFiles()): number {
  const possible = openFiles === null ? MOST_CONNECTIONS : Math.max(1, openFiles - OTHER_FILES);
  return Math.min(wanted ?? MOST_CONNECTIONS, possible);
}

/**
 * Guards the server's connections. Refuses one without a place before reading from it, and cuts off one whose caller
 * doesn't read the answer for a while. Never cuts off an answer that isn't ready yet.
 *
 * @param callerOf the caller of a connection
 * @param unreadMs how long an answer may wait without any of it being read
 * @param onFull called for each connection refused because the process is full, even if it gets no answer
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
  /** The newest response of a connection. Responses are sent in order, so it shows whether any is still due. */
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

  // The server's own listeners, which start reading.
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
    // Sent before the refusal arrived, which no browser does. Refusing each of these would take time, too.
    if (resting.has(socket)) {
      socket.destroy();
      return;
    }
    newest.set(socket, response);
    for (const listener of answer) listener.call(server, request, response);
  });
  // Node restarts this timer whenever the caller has read something. Silent callers have other timeouts. Idle keep-alive
  // connections also end up here.
  server.setTimeout(unreadMs, (socket) => {
    const isIdle = newest.get(socket)?.writableFinished === true;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });
}

/**
 * Stops reading from a connection for a while after an answer. Otherwise a caller that retries at once after each refusal
 * would keep the server busy with refusals. A request that was already sent closes the connection.
 */
export function restAfter(response: ServerResponse, socket: Socket, forMs: number): void {
  // Requests injected by tests have no connection.
  if (resting.has(socket) || !(socket instanceof Socket)) return;
  resting.add(socket);
  const wake = () => {
    resting.delete(socket);
    socket.resume();
  };
  // Waits until Node has prepared the connection for the next request.
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

const LIMITS = '/proc/self/limits';

/** How many files and connections this process may open; null if unknown. */
export function mostOpenFiles(): number | null {
  if (process.platform === 'linux') return inLimits(readFileSync(LIMITS, 'utf8'));
  // The report is the only other source, and takes a tenth of a second.
  const report = process.report?.getReport() as
    | { userLimits?: { open_files?: { soft?: unknown } } }
    | undefined;
  const soft = Number(report?.userLimits?.open_files?.soft);
  return Number.isSafeInteger(soft) ? soft : null;
}

/** @param text Linux's list: one line per limit, the soft limit before the hard one */
export function inLimits(text: string): number | null {
  const soft = /^Max open files\s+(\d+)/m.exec(text)?.[1];
  return soft === undefined ? null : Number(soft);
}
