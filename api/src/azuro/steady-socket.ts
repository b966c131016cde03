import { WebSocket } from 'ws';
import type { DropLog } from './drop-log.ts';
import { NotUnderstood, parseOr } from './feed-value.ts';

export const SOCKET_LIMITS = {
  /** Before the first reconnect; doubles after each failure. */
  reconnectMs: 1000,
  longestReconnectMs: 30_000,
  /** Interval of pings. A connection that sends nothing between two pings is closed. */
  pingMs: 20_000,
  handshakeMs: 8000,
  /** Changes of one condition or game within this time reach the listener as one. */
  gatherMs: 200,
  /** Ids in one message. */
  idsPerMessage: 100,
};
export type SocketLimits = typeof SOCKET_LIMITS;
const MOST_BYTES = 1024 * 1024;

/** What the sockets of one feed have in common. */
export interface SocketSettings extends Partial<SocketLimits> {
  /** The whole address. Called before every opening. */
  readonly url: () => string;
  readonly drops: DropLog;
  /** Called with everything that the other side sends, pongs included. */
  readonly onHeard?: (() => void) | undefined;
}

export interface SteadySocket {
  /** Sends data. Does nothing while the socket is closed. */
  send(message: unknown): void;
  readonly isOpen: boolean;
  close(): void;
}

/**
 * Keeps one connection open until it is closed: if it is lost, or its other side vanishes, it opens again. Messages that
 * can't be parsed are noted and dropped.
 *
 * @param onMessage parsed JSON; it throws NotUnderstood if it can't read the rest
 */
export function openSteadySocket({
  url,
  drops,
  onHeard = () => undefined,
  onOpen,
  onMessage,
  ...given
}: SocketSettings & { onOpen: () => void; onMessage: (message: unknown) => void }): SteadySocket {
  const limits = { ...SOCKET_LIMITS, ...given };
  let socket: WebSocket | null = null;
  let isClosed = false;
  let failures = 0;
  let reconnecting: NodeJS.Timeout | null = null;

  function read(message: string): void {
    parseOr(
      () => onMessage(parseJson(message)),
      (why) => drops.note(`message of the socket: ${message.slice(0, 60)}`, why),
    );
  }

  function open(): void {
    reconnecting = null;
    const opening = new WebSocket(url(), {
      handshakeTimeout: limits.handshakeMs,
      maxPayload: MOST_BYTES,
      perMessageDeflate: false,
    });
    const stopWatching = watch(opening, { pingMs: limits.pingMs, onHeard });
    opening.on('open', () => {
      socket = opening;
      failures = 0;
      onOpen();
    });
    opening.on('message', (data, isBinary) => {
      if (isBinary) drops.note('message of the socket', 'it is not text');
      else read(String(data));
    });
    // Every error is followed by a close.
    opening.on('error', () => undefined);
    opening.on('close', () => {
      stopWatching();
      socket = null;
      reconnect();
    });
    closing = () => opening.terminate();
  }

  function reconnect(): void {
    if (isClosed) return;
    const pause = Math.min(limits.reconnectMs * 2 ** failures, limits.longestReconnectMs);
    failures += 1;
    reconnecting = setTimeout(open, pause);
  }

  let closing = (): void => undefined;
  open();

  return {
    send: (message) => socket?.send(JSON.stringify(message)),
    get isOpen() {
      return socket !== null;
    },
    close() {
      isClosed = true;
      if (reconnecting !== null) clearTimeout(reconnecting);
      closing();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotUnderstood('it is not data');
  }
}

/** Ends a connection whose other side has vanished. @returns stops watching */
function watch(socket: WebSocket, { pingMs, onHeard }: { pingMs: number; onHeard: () => void }): () => void {
  let isAlive = true;
  const seen = () => {
    isAlive = true;
    onHeard();
  };
  socket.on('message', seen);
  socket.on('pong', seen);
  const timer = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (!isAlive) socket.terminate();
    isAlive = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, pingMs);
  return () => clearInterval(timer);
}
