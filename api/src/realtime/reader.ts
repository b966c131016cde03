import type { Socket } from 'node:net';

/** Unread bytes that may wait for a reader, not counting its first events. A reader with more is dropped and reconnects. */
const MOST_WAITING_BYTES = 512 * 1024;
/** Events that may wait until a reader is welcomed. */
const MOST_HELD = 200;
/** A reader with unread bytes in this many looks in a row is dropped. */
const MOST_LOOKS = 3;

export type Reader = ReturnType<typeof createReader>;

/**
 * One open stream, which writes events to a connection. All readers get the same bytes, uncopied: what a slow reader
 * leaves unread costs little but must not grow without limit.
 *
 * @param game the game whose markets it follows, besides the list's
 */
export function createReader(socket: Socket, game: string | null = null) {
  let held: Buffer[] | null = [];
  let allowed = MOST_WAITING_BYTES;
  let looks = 0;

  function write(event: Buffer): void {
    if (socket.destroyed) return;
    if (socket.writableLength > allowed) socket.destroy();
    else socket.write(event);
  }

  return {
    game,
    get isGone() {
      return socket.destroyed;
    },
    /** Sends an event, or drops a reader that is too slow. Before the welcome, the event waits. */
    send(event: Buffer): void {
      if (held === null) write(event);
      else if (held.length < MOST_HELD) held.push(event);
      else socket.destroy();
    },
    /** Sends the first events, then those that wait, and last the event that completes the welcome. */
    welcome(first: readonly Buffer[], last: Buffer): void {
      const due = [...first, ...(held ?? []), last];
      held = null;
      // The welcome may be any size and take its time on a slow line.
      allowed += due.reduce((sum, { length }) => sum + length, 0);
      // Corked, so that it leaves in as few packets as possible.
      socket.cork();
      for (const event of due) write(event);
      socket.uncork();
    },
    /** Checks whether the reader reads what it is sent, and drops it if it hasn't for too long. */
    look(): void {
      looks = socket.writableLength === 0 ? 0 : looks + 1;
      if (looks >= MOST_LOOKS) socket.destroy();
    },
    /** Ends the stream now. */
    end(): void {
      // Waits only for readers that have read everything so far.
      if (socket.writableLength === 0) socket.destroySoon();
      else socket.destroy();
    },
    /** Breaks the stream off. The reader reconnects and continues from its position. */
    drop(): void {
      socket.destroy();
    },
  };
}
