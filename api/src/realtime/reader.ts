import type { Socket } from 'node:net';

/** What may wait for a reader beyond what it was sent first; one who leaves more is dropped and comes back. */
const MOST_WAITING_BYTES = 512 * 1024;
/** Events that may wait until a reader was told what came before them. */
const MOST_HELD = 200;
/** A reader who has not taken all in so many looks in a row is dropped. */
const MOST_LOOKS = 3;

/** One open stream. It begins by holding events back until it is welcomed. */
export interface Reader {
  readonly isGone: boolean;
  /** Sends an event, or drops a reader who is too slow. */
  send(event: Buffer): void;
  /** Sends the first events, then what was held back, and last what says that all of it has come. */
  welcome(first: readonly Buffer[], last: Buffer): void;
  /** Looks whether the reader takes what it is sent. */
  look(): void;
  /** Ends the stream at once. */
  end(): void;
  /** Breaks the stream off. Its reader comes back and goes on where it was. */
  drop(): void;
}

/**
 * Writes events to a connection. The same bytes go to all readers and are not copied: what a slow one leaves costs
 * little, but must not grow for ever.
 */
export function createReader(socket: Socket): Reader {
  let held: Buffer[] | null = [];
  let allowed = MOST_WAITING_BYTES;
  let looks = 0;

  function write(event: Buffer): void {
    if (socket.destroyed) return;
    if (socket.writableLength > allowed) socket.destroy();
    else socket.write(event);
  }

  return {
    get isGone() {
      return socket.destroyed;
    },
    send(event) {
      if (held === null) write(event);
      else if (held.length < MOST_HELD) held.push(event);
      else socket.destroy();
    },
    welcome(first, last) {
      const due = [...first, ...(held ?? []), last];
      held = null;
      // However much it is: it was asked for, and takes its time on a slow line.
      allowed += due.reduce((sum, { length }) => sum + length, 0);
      // Together, so that it leaves in as few packets as can be.
      socket.cork();
      for (const event of due) write(event);
      socket.uncork();
    },
    look() {
      looks = socket.writableLength === 0 ? 0 : looks + 1;
      if (looks >= MOST_LOOKS) socket.destroy();
    },
    end() {
      // Only a reader who takes what it is sent can be waited for.
      if (socket.writableLength === 0) socket.destroySoon();
      else socket.destroy();
    },
    drop() {
      socket.destroy();
    },
  };
}
