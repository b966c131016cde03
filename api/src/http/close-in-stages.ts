import type { Socket } from 'node:net';

/** Time for the answer to arrive before the connection is destroyed. */
const LINGER_MS = 2_000;
const lingering = new WeakSet<Socket>();

/**
 * Lets a refusal reach a caller that is still sending (RFC 9112, section 9.6). Closing a connection with unread bytes
 * resets it, and a reset discards the answer. So we end our side, ignore further bytes, and close once the caller has
 * ended too, or after a timeout.
 */
export function closeInStages(socket: Socket): void {
  if (lingering.has(socket)) return;
  lingering.add(socket);
  // Node calls this once the answer is written.
  socket.destroySoon = () => {
    socket.end();
    socket.resume();
    const late = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(late));
  };
}

/** Whether the caller was refused and further bytes are ignored. */
export function isClosing(socket: Socket): boolean {
  return lingering.has(socket);
}
