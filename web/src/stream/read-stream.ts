import { apiPath } from '@tallystone/core/http-api/api-path';
import { askedWait } from '@tallystone/core/http-api/reconnect-wait';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { endpoints } from '../data/endpoints.ts';
import { serverClock } from '../data/server-clock.ts';

/** The server answered with something other than a stream. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
  readonly status: number;
  /** How long the server asked to wait, in ms; 0 if it didn't. */
  readonly askedMs: number;

  constructor({ status, askedMs }: { status: number; askedMs: number }) {
    super(`The stream was refused: ${status}`);
    this.status = status;
    this.askedMs = askedMs;
  }
}

/**
 * Reads one connection of the stream until the server ends it. Rejects if it breaks or is refused. Uses `fetch` instead
 * of `EventSource`, which can't send the token.
 *
 * @param from where to continue: the last event id, or else the market list's position
 * @param game the game whose markets are followed besides the list's
 */
export async function readStream({
  token,
  from,
  game,
  signal,
  onBytes,
  onEvent,
}: {
  token: string | null;
  from: { lastEventId: string | null; listPosition: string | null };
  game: string | null;
  signal: AbortSignal;
  /** Called for any data, even part of an event. */
  onBytes: () => void;
  onEvent: (event: EventSourceMessage) => void;
}): Promise<void> {
  const { method, path } = endpoints.openStream;
  const { lastEventId, listPosition } = from;
  const isAsked = lastEventId === null && listPosition !== null;
  const query = { after: isAsked ? listPosition : undefined, game: game ?? undefined };
  const response = await fetch(apiPath(path, { query }), {
    method,
    credentials: 'include',
    cache: 'no-store',
    headers: {
      Accept: 'text/event-stream',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(lastEventId !== null && { 'Last-Event-ID': lastEventId }),
    },
    signal,
  });
  serverClock.note(response.headers.get('Date'));
  if (!response.ok || response.body === null) {
    // An unread body would keep the connection open.
    await response.body?.cancel();
    throw new StreamRefused({
      status: response.status,
      askedMs: askedWait(response.headers.get('Retry-After')),
    });
  }
  const parser = createParser({ onEvent });
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
