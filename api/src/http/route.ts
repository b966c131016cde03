import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Endpoint } from '@tallystone/core/http-api/endpoint';
import type * as z from 'zod/mini';
import type { Session } from './session.ts';

type Part<E, K extends string> = E extends Record<K, infer S extends z.ZodMiniType> ? z.infer<S> : undefined;

/** What a handler gets. Everything is parsed, and access was checked. */
export interface Call<E extends Endpoint = Endpoint> {
  params: Part<E, 'params'>;
  query: Part<E, 'query'>;
  body: Part<E, 'body'>;
  headers: Part<E, 'headers'>;
  /** Never null unless the endpoint is `public`; then null if the caller sent no valid token. */
  session: E['access'] extends 'public' ? Session | null : Session;
  requestId: string;
  /** For content negotiation. */
  rawHeaders: IncomingHttpHeaders;
  /** The raw request, with its local and remote address. */
  request: IncomingMessage;
  /** The part of the caller's address that one customer has, from trusted proxies if there are any. */
  readonly network: string;
}

/** Pieces made while they are sent. If the caller disconnects, the iterator's `return` is called. */
export type StreamedBody = AsyncIterable<string | Uint8Array>;

/**
 * An answer that isn't JSON, or whose bytes are ready, such as the market list. It is sent as it is; its headers override
 * the API's. If a streamed body fails half-way, the connection is broken off, so no caller takes a part for the whole.
 */
export class RawAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Uint8Array | StreamedBody | null;

  constructor(status: number, headers: OutgoingHttpHeaders, body: Uint8Array | StreamedBody | null) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/**
 * An answer without an end. After its head is sent, the connection belongs to `hold`, which writes the body directly,
 * without the framework: the same bytes to thousands of connections. The body ends with the connection.
 */
export class OpenAnswer {
  readonly headers: OutgoingHttpHeaders;
  readonly hold: (socket: Socket) => void;

  constructor(headers: OutgoingHttpHeaders, hold: (socket: Socket) => void) {
    this.headers = headers;
    this.hold = hold;
  }
}

/** An endpoint with its handler. */
export interface Route {
  readonly endpoint: Endpoint;
  /** Whether the handler checks a session that may have ended, in a statement that it runs anyway. */
  readonly checksSession?: boolean | undefined;
  readonly handle: (call: Call) => Promise<unknown>;
}

/** Attaches a handler to an endpoint of core/http-api.ts. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<z.infer<E['response']> | RawAnswer | OpenAnswer>,
  { checksSession }: Pick<Route, 'checksSession'> = {},
): Route {
  // The server parses each part with the endpoint's own schemas first, so the call has E's types.
  return { endpoint, checksSession, handle: handle as unknown as Route['handle'] };
}
