import type { Socket } from 'node:net';

/** The answer has that long to arrive before the connection is gone. */
const LINGER_MS = 2_000;
const lingering = new WeakSet<Socket>();

/**
 * Lets a refusal arrive at a caller who is still sending: RFC 9112, section 9.6. A connection that is closed with bytes
 * unread is reset, and a reset takes the answer along. So we end our side, pass over what still comes, and close once
 * the caller has ended too, or after a while.
 */
export function closeInStages(socket: Socket): void {
  if (lingering.has(socket)) return;
  lingering.add(socket);
  // What Node calls once the answer is written.
  socket.destroySoon = () => {
    socket.end();
    socket.resume();
    const late = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(late));
  };
}

/** The caller was refused, and what still comes is passed over. */
export function isClosing(socket: Socket): boolean {
  return lingering.has(socket);
}
