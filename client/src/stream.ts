import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { reconnectWait, SILENT_MS, STEADY_MS } from '@tallystone/core/http-api/reconnect-wait';
import type { StreamEvent as EventData, StreamEventName } from '@tallystone/core/http-api/stream';
import { readConnection } from './read-connection.ts';
import type { SendTerms } from './send.ts';
import { TallystoneError } from './tallystone-error.ts';

/** An event of the server. */
type ServerEvent = {
  [N in Exclude<StreamEventName, 'snapshot'>]: { readonly name: N; readonly data: EventData<N> };
}[Exclude<StreamEventName, 'snapshot'>];

/**
 * An event of `client.stream()`.
 *
 * `list`: all listed markets. It comes first, and again when the server can't tell what the reader missed; then read
 * everything else again too. `markets` events change its markets. `lost`: the connection broke; the stream reconnects
 * and goes on where it was.
 */
export type StreamEvent =
  | ServerEvent
  | { readonly name: 'list'; readonly data: readonly WireListedMarket[] }
  | { readonly name: 'lost'; readonly data: TallystoneError };

export interface StreamParts {
  readonly terms: Pick<SendTerms, 'random' | 'wait'>;
  /** Opens a connection: with the last event's id, or after a position of the market list. */
  open(from: { lastEventId: string | null; after: string | null }, signal: AbortSignal): Promise<Response>;
  /** Reads the market list and its position. */
  list(signal: AbortSignal): Promise<{ markets: readonly WireListedMarket[]; position: string | null }>;
  isSignedIn(): boolean;
  /** Drops the session, and opens a new one if there is a wallet. */
  renewSession(): Promise<void>;
  /** Makes sure that there is a session. Resolves to false if it had to open a new one. */
  checkSession(signal: AbortSignal): Promise<boolean>;
  now(): number;
}

/**
 * Reads the stream as long as the caller wants: one connection at a time, reopened after every break where it was.
 *
 * @throws TallystoneError if the server refuses for good; the signal's reason once it is aborted
 */
export async function* readStream(parts: StreamParts, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const { terms, now } = parts;
  const { markets, position } = await parts.list(signal);
  yield { name: 'list', data: markets };
  let lastEventId: string | null = null;
  let failures = 0;
  let sessionIsOver = false;
  for (;;) {
    let openedAt = Number.POSITIVE_INFINITY;
    let lost = new TallystoneError({ status: 0, text: 'The server ended the stream.', code: 'no-answer' });
    try {
      if (sessionIsOver) await parts.renewSession();
      sessionIsOver = false;
      let awaitsAccount = parts.isSignedIn();
      const from = { lastEventId, after: lastEventId === null ? position : null };
      const connection = readConnection((until) => parts.open(from, until), { silentMs: SILENT_MS, signal });
      for await (const { event, data, id } of connection) {
        openedAt = Math.min(openedAt, now());
        if (event === 'snapshot') yield* wholeList(parse<EventData<'snapshot'>>(data), parts, signal);
        else if (KNOWN.has(event)) yield { name: event, data: parse(data) } as ServerEvent; // as in the table
        // After the caller has taken the event, so that one which it couldn't take comes again.
        if (id !== undefined) lastEventId = id;
        if (event === 'account') awaitsAccount = false;
        sessionIsOver = event === 'session-ended';
        if (sessionIsOver) break;
        // A connection of a session starts with its account.
        if (event === 'beat' && awaitsAccount && !(await parts.checkSession(signal))) break;
        if (event === 'beat') awaitsAccount = false;
      }
    } catch (error) {
      if (!(error instanceof TallystoneError) || isForGood(error)) throw error;
      lost = error;
    }
    yield { name: 'lost', data: lost };
    failures = now() - openedAt >= STEADY_MS ? 1 : failures + 1;
    const askedMs = (lost.retryAfter ?? 0) * 1000;
    await terms.wait(reconnectWait({ failures, random: terms.random(), askedMs }), signal);
  }
}

/** A snapshot has only what changes about markets, so the whole list is read; another process may still have an older one. */
async function* wholeList(
  { at, markets }: EventData<'snapshot'>,
  parts: Pick<StreamParts, 'list'>,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  yield { name: 'list', data: (await parts.list(signal)).markets };
  yield { name: 'markets', data: { at, markets } };
}

/** Whether trying again can't help: the request itself is refused. */
const isForGood = ({ status }: TallystoneError): boolean =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status);

function parse<T>(data: string): T {
  try {
    return JSON.parse(data) as T; // the server's events have the table's types
  } catch (cause) {
    throw new TallystoneError({ status: 0, text: 'An event could not be read.', code: 'no-answer', cause });
  }
}

/** Later versions may have more. */
const NAMES = {
  markets: true,
  account: true,
  beat: true,
  'session-ended': true,
} as const satisfies Record<ServerEvent['name'], true>;
const KNOWN: ReadonlySet<string | undefined> = new Set(Object.keys(NAMES));
