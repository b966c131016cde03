import { ApiError } from './api-error.ts';
import { serverClock } from './server-clock.ts';
import { storedSession } from './stored-session.ts';

/** After this long an answer is given up; for a bet that means unknown, and the same key may be sent again. */
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
  /** Told of the headers of an answer that is OK. */
  onHeaders?: (headers: Headers) => void;
}

/** Sends one request to our API: cookies always, the stored token when there is one, JSON both ways. */
export async function sendRequest({
  method,
  path,
  body,
  headers,
  signal,
  keepalive,
  onHeaders,
}: ApiRequest): Promise<unknown> {
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
  onHeaders?.(response.headers);
  return response.json();
}

/** A token the server no longer knows is dropped, unless a newer sign-in has replaced it meanwhile. */
export function dropDeadToken({ sent, code }: { sent: string; code: string }): void {
  // A failed sign-in says nothing about the session that was there before.
  if (code === 'sign-in-failed') return;
  if (storedSession.read().token === sent) storedSession.clear();
}
