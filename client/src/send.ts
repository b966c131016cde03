import { askedWait, reconnectWait } from '@tallystone/core/http-api/reconnect-wait';
import type { Call } from './calls.ts';
import { TallystoneError } from './tallystone-error.ts';

/** How calls are sent. */
export interface SendTerms {
  readonly fetch: typeof fetch;
  /** Most requests for one call, the first included. */
  readonly attempts: number;
  /** How long to wait for an answer, in ms. */
  readonly timeoutMs: number;
  readonly random: () => number;
  /** Resolves after `ms`, and rejects when the signal is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** An OK answer, read. */
export interface Answered {
  readonly headers: Headers;
  readonly body: unknown;
}

/** The server refuses with these whether or not an earlier request was accepted, so they say nothing about it. */
const BEFORE_THE_WORK: readonly number[] = [401, 403, 408, 429];
/** The server, or a proxy before it, is overloaded, restarts, or doesn't answer. */
const BUSY: readonly number[] = [502, 503, 504];
/** A longer wait is left to the caller. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Sends a call until it has an answer. It is sent again after a 429, because that was refused before anything was done;
 * and after a busy or missing answer only if sending it again can't do anything twice.
 *
 * @returns the answer
 * @throws TallystoneError; or the signal's reason once it is aborted
 */
export async function send(call: Call, sent: Sent, terms: SendTerms): Promise<Answered> {
  let isOpen = false;
  for (let attempt = 1; ; attempt++) {
    const result = await attemptOnce(call, sent, terms);
    if (!(result instanceof TallystoneError)) return result;
    const { status, code, retryAfter } = result;
    const isFromServer = code !== 'unknown' && code !== 'no-answer';
    // Once a request had no answer, only a decision about the same request says what became of it.
    const decides: boolean = isFromServer && status < 500 && !(isOpen && BEFORE_THE_WORK.includes(status));
    isOpen = call.method !== 'GET' && !decides && (isOpen || status !== 429);
    const askedMs = (retryAfter ?? 0) * 1000;
    const mayRepeat =
      status === 429 || (call.isRepeatable && (code === 'no-answer' || BUSY.includes(status)));
    if (!mayRepeat || attempt >= terms.attempts || askedMs > LONGEST_WAIT_MS) {
      throw isOpen === result.isOutcomeUnknown ? result : withOutcome(result, isOpen);
    }
    await terms.wait(reconnectWait({ failures: attempt, random: terms.random(), askedMs }), sent.signal);
  }
}

async function attemptOnce(
  { method, answer }: Call,
  { url, headers, body, signal }: Sent,
  { fetch, timeoutMs }: SendTerms,
): Promise<Answered | TallystoneError> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    // Reading is a part of the attempt, because the connection may break before the answer's end.
    if (response.ok) return { headers: response.headers, body: await READ[answer](response) };
    const text = await response.text();
    const askedMs = askedWait(response.headers.get('Retry-After'));
    return new TallystoneError({ status: response.status, text, askedMs });
  } catch (cause) {
    signal?.throwIfAborted();
    return new TallystoneError({
      status: 0,
      text: 'The server did not answer.',
      code: 'no-answer',
      cause,
    });
  }
}

const READ: Readonly<Record<Call['answer'], (response: Response) => Promise<unknown>>> = {
  json: (response) => response.json(),
  text: (response) => response.text(),
  blob: (response) => response.blob(),
  // `readConnection` reads these.
  events: async () => null,
};

function withOutcome(error: TallystoneError, isOutcomeUnknown: boolean): TallystoneError {
  const { status, body, message, code, retryAfter, cause } = error;
  return new TallystoneError({
    status,
    text: body.error === undefined ? message : JSON.stringify(body),
    askedMs: (retryAfter ?? 0) * 1000,
    code,
    cause,
    isOutcomeUnknown,
  });
}
