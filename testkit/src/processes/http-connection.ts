import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** Names in lower case; of a repeated header, the last one. */
  headers: ReadonlyMap<string, string>;
  body: Buffer;
}

/** The server is gone, or closed the connection before a complete response arrived: what it did is unknown. */
export class ConnectionLost extends Error {}

const ANSWER_LIMIT_MS = 120_000;
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * A keep-alive connection that sends raw bytes, one request at a time. It parses just enough HTTP to find the end of
 * a response, so a load generator costs little compared with the server it measures, and requests that no client
 * library would send can be sent.
 */
export class HttpConnection {
  readonly #where: { readonly port: number; readonly host: string; readonly localAddress?: string };
  #socket: Socket | null = null;
  #connected: Promise<void> | null = null;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { isHead: boolean; resolve: (answer: Answer) => void; reject: (error: Error) => void } | null =
    null;
  #lost: Error | null = null;

  /** Connects at first use: a server drops connections that stay silent. */
  constructor(port: number, host = '127.0.0.1', localAddress?: string) {
    this.#where = { port, host, ...(localAddress !== undefined && { localAddress }) };
  }

  #connect(): Socket {
    if (this.#socket !== null) return this.#socket;
    const socket = connect({ ...this.#where, noDelay: true });
    this.#socket = socket;
    this.#connected = new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', (error) => reject(new ConnectionLost(error.message)));
    });
    // The first sender gets this error; there may be none.
    this.#connected.catch(() => undefined);
    socket.on('data', (chunk) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#deliver(false);
    });
    socket.on('error', (error) => this.#lose(error.message));
    socket.on('timeout', () => {
      // Only while a request waits: an idle connection may be silent.
      if (this.#waiting === null) return;
      this.#lose('no answer in time');
      socket.destroy();
    });
    socket.on('close', () => {
      this.#deliver(true);
      this.#lose('the connection was closed');
    });
    return socket;
  }

  get isOpen(): boolean {
    return this.#lost === null;
  }

  /** Resolves when connected. */
  async opened(): Promise<void> {
    if (this.#lost !== null) throw this.#lost;
    this.#connect();
    await this.#connected;
  }

  /**
   * Sends one request and waits for its response.
   *
   * @param isHead the response has no body, whatever its headers say
   * @throws ConnectionLost when no complete response arrived
   */
  async send(request: Uint8Array, { isHead = false, limitMs = ANSWER_LIMIT_MS } = {}): Promise<Answer> {
    if (this.#lost !== null) throw this.#lost;
    const socket = this.#connect();
    await this.#connected;
    if (this.#lost !== null) throw this.#lost;
    if (this.#waiting !== null) throw new Error('one request at a time');
    return await new Promise<Answer>((resolve, reject) => {
      this.#waiting = { isHead, resolve, reject };
      socket.setTimeout(limitMs);
      socket.write(request);
    });
  }

  close(): void {
    this.#lose('closed here');
    this.#socket?.destroy();
  }

  #deliver(isLast: boolean): void {
    const waiting = this.#waiting;
    if (waiting === null) return;
    const parsed = parseAnswer(this.#received, { isHead: waiting.isHead, isLast });
    if (parsed === null) return;
    this.#received = this.#received.subarray(parsed.length);
    this.#waiting = null;
    waiting.resolve(parsed.answer);
  }

  #lose(why: string): void {
    this.#lost ??= new ConnectionLost(why);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(this.#lost);
  }
}

/** Null until the response is complete. */
function parseAnswer(
  bytes: Buffer,
  { isHead, isLast }: { isHead: boolean; isLast: boolean },
): { answer: Answer; length: number } | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const start = headEnd + HEAD_END.length;
  if (status >= 100 && status < 200) {
    const next = parseAnswer(bytes.subarray(start), { isHead, isLast });
    return next === null ? null : { answer: next.answer, length: start + next.length };
  }
  const whole = (body: Buffer, end: number) => ({ answer: { status, headers, body }, length: end });
  if (isHead || status === 204 || status === 304) return whole(Buffer.alloc(0), start);
  // It never ends, so a caller of this function only wants its head.
  if (headers.get('content-type')?.startsWith('text/event-stream'))
    return whole(Buffer.alloc(0), bytes.length);
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunked = joinChunks(bytes, start);
    return chunked === null ? null : whole(chunked.body, chunked.end);
  }
  const declared = headers.get('content-length');
  if (declared === undefined) return isLast ? whole(bytes.subarray(start), bytes.length) : null;
  const end = start + Number(declared);
  return bytes.length < end ? null : whole(bytes.subarray(start, end), end);
}

function joinChunks(bytes: Buffer, start: number): { body: Buffer; end: number } | null {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const from = lineEnd + 2;
    if (bytes.length < from + size + 2) return null;
    if (size === 0) return { body: Buffer.concat(chunks), end: from + 2 };
    chunks.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}
