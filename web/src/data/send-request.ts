import { ApiError } from './api-error.ts';
import { serverClock } from './server-clock.ts';
import { storedSession } from './stored-session.ts';

/** Timeout in ms. For a bet it means that the result is unknown, and the same key may be sent again. */
const timeoutMs = 20_000;

export interface ApiRequest {
  method: string;
  /** Path with query string. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Lets the request outlive the page that sends it. */
  keepalive?: boolean;
  /** Called with the headers of an OK answer. */
  onHeaders?: (headers: Headers) => void;
  /** Reads an OK answer that isn't JSON. */
  read?: (response: Response) => Promise<unknown>;
}

/** Sends one request to our API: always cookies, the stored token if there is one, JSON both ways unless `read` is given. */
export async function sendRequest(request: ApiRequest): Promise<unknown> {
  const { method, path, body, headers, signal, keepalive } = request;
  const { token } = storedSession.read();
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(keepalive && { keepalive }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });

  serverClock.note(response.headers.get('Date'));
  if (!response.ok) {
    const text = await response.text();
    const error = new ApiError({ status: response.status, statusText: response.statusText, text });
    if (error.status === 401 && token !== null) dropDeadToken({ sent: token, code: error.code });
    throw error;
  }
  request.onHeaders?.(response.headers);
  return request.read ? request.read(response) : response.json();
}

/** Drops a token that the server no longer knows, unless a newer sign-in has replaced it. */
export function dropDeadToken({ sent, code }: { sent: string; code: string }): void {
  // A failed sign-in says nothing about the previous session.
  if (code === 'sign-in-failed') return;
  if (storedSession.read().token === sent) storedSession.clear();
}
