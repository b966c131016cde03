import { connect, type Socket } from 'node:net';
import type { MarketNews, StreamEvent, StreamEventName } from '@tallystone/core/http-api/stream';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';

/** An event of the stream as it came. Readers who get the same bytes share it. */
export interface ReceivedEvent<N extends StreamEventName = StreamEventName> {
  readonly event: N;
  readonly id: string | null;
  readonly data: StreamEvent<N>;
}

export interface ReaderOptions {
  port: number;
  token?: string | undefined;
  /** Position of the list. */
  after?: string | undefined;
  /** Of the last event that had one. */
  lastEventId?: string | undefined;
  onEvent(event: ReceivedEvent): void;
  onClose?(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const EVENT_END = Buffer.from('\n\n');
/** A buffer for bytes from the system until they are read, before anything else happens; all readers share it. */
const ARRIVED = Buffer.allocUnsafe(256 * 1024);

/** One reader of the stream that does as little as possible, so that thousands run beside the servers that they measure. */
export class StreamReader {
  readonly #socket: Socket;
  readonly #onEvent: (event: ReceivedEvent) => void;
  #rest: Buffer = Buffer.alloc(0);
  /** 0 before the head has arrived. */
  status = 0;
  isClosed = false;

  constructor({ port, token, after, lastEventId, onEvent, onClose = () => undefined }: ReaderOptions) {
    this.#onEvent = onEvent;
    const path = after === undefined ? '/api/stream' : `/api/stream?after=${after}`;
    const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: ARRIVED,
        callback: (length) => {
          this.#take(ARRIVED.subarray(0, length));
          return true;
        },
      },
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.isClosed = true;
      onClose();
    });
    this.#socket.write(httpRequest({ path, headers, ...(token !== undefined && { token }) }));
  }

  /** Reads nothing from here on, as a phone in a tunnel. */
  freeze(): void {
    this.#socket.pause();
  }

  /** Breaks the connection off, at any point. */
  cut(): void {
    this.#socket.destroy();
  }

  #take(arrived: Buffer): void {
    let bytes = this.#rest.length === 0 ? arrived : Buffer.concat([this.#rest, arrived]);
    if (this.status === 0) {
      const headEnd = bytes.indexOf(HEAD_END);
      if (headEnd >= 0) {
        this.status = Number(bytes.toString('latin1', 9, 12));
        bytes = bytes.subarray(headEnd + HEAD_END.length);
      }
    }
    const end = this.status === 200 ? bytes.lastIndexOf(EVENT_END) : -1;
    if (end >= 0) for (const event of readEvents(bytes.toString('utf8', 0, end))) this.#onEvent(event);
    const left = end < 0 ? bytes : bytes.subarray(end + EVENT_END.length);
    // Copied, because the next reader reuses the buffer.
    this.#rest = left.length === 0 ? EMPTY : Buffer.from(left);
  }
}

const EMPTY = Buffer.alloc(0);
const MOST_KEPT = 200;
/** The last parsed bytes: thousands of readers get the same. */
const kept = new Map<string, readonly ReceivedEvent[]>();

function readEvents(text: string): readonly ReceivedEvent[] {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const read = text.split('\n\n').map(readEvent);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(text, read);
  return read;
}

function readEvent(block: string): ReceivedEvent {
  let event = '';
  let id: string | null = null;
  let data = '';
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) event = line.slice('event: '.length);
    else if (line.startsWith('id: ')) id = line.slice('id: '.length);
    else if (line.startsWith('data: ')) data = line.slice('data: '.length);
  }
  // As the stream's schemas promise; proofs compare what they rely on with the API and the database.
  return { event: event as StreamEventName, id, data: JSON.parse(data) } as ReceivedEvent;
}

export function isEvent<N extends StreamEventName>(event: ReceivedEvent, name: N): event is ReceivedEvent<N> {
  return event.event === name;
}

/** The markets in an event. */
export function marketsIn(event: ReceivedEvent): readonly MarketNews[] {
  return isEvent(event, 'markets') || isEvent(event, 'snapshot') ? event.data.markets : [];
}
