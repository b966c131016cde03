import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Endpoint } from '@tallystone/core/http-api/endpoint';
import type * as z from 'zod/mini';
import type { Session } from './session.ts';

type Part<E, K extends string> = E extends Record<K, infer S extends z.ZodMiniType> ? z.infer<S> : undefined;

/** What a handler gets: everything is parsed already, and access to the endpoint was checked. */
export interface Call<E extends Endpoint = Endpoint> {
  params: Part<E, 'params'>;
  query: Part<E, 'query'>;
  body: Part<E, 'body'>;
  headers: Part<E, 'headers'>;
  /** Present wherever the endpoint's access is not `public`; there, only when a valid one was sent. */
  session: E['access'] extends 'public' ? Session | null : Session;
  requestId: string;
  /** For content negotiation. */
  rawHeaders: IncomingHttpHeaders;
  /** As it came in: where it arrived and from where. */
  request: IncomingMessage;
  /** Of the caller's address the part that one customer has, as far as trusted proxies tell it. */
  readonly network: string;
}

/** Pieces that are made while they are sent; when the caller goes away, `return` of the iterator is called. */
export type StreamedBody = AsyncIterable<string | Uint8Array>;

/**
 * An answer that is no JSON, or whose bytes are ready, such as the market list: sent as it is, with these
 * headers over the API's. A streamed body that fails half-way breaks the connection off, so that nobody
 * takes a part for the whole.
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
 * An answer that does not end by itself. Its head is sent as it is, and from then on the connection belongs to `hold`,
 * which writes the body to it past the framework: the same bytes to thousands of connections, each at once. The body
 * ends with the connection.
 */
export class OpenAnswer {
  readonly headers: OutgoingHttpHeaders;
  readonly hold: (socket: Socket) => void;

  constructor(headers: OutgoingHttpHeaders, hold: (socket: Socket) => void) {
    this.headers = headers;
    this.hold = hold;
  }
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<z.infer<E['response']> | RawAnswer | OpenAnswer>;

/** An endpoint with the handler that answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call) => Promise<unknown>;
}

/** Attaches a handler to an endpoint of core/http-api.ts. */
export function route<E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  // The server parses each part with the endpoint's own schemas before it calls, so the call has E's types.
  return { endpoint, handle: handle as unknown as Route['handle'] };
}
