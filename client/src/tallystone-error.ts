import type { WireError } from '@tallystone/core/http-api/error';
import { type ErrorBody, readErrorBody } from '@tallystone/core/http-api/error-body';
import type { ErrorCode } from '@tallystone/core/http-api/error-status';

/** What went wrong, from the answer or instead of one. */
export interface Failure {
  /** 0 if there was no answer. */
  status: number;
  /** The text of the answer, or one sentence. */
  text: string;
  /** Milliseconds that the server asked to wait; 0 if it didn't. */
  askedMs?: number;
  /** Whether what was asked for may have been done although this is an error. */
  isOutcomeUnknown?: boolean;
  code?: TallystoneError['code'];
  cause?: unknown;
}

/** A call that failed: the server refused it, or there was no answer. Branch on `code`, never on `message`. */
export class TallystoneError extends Error {
  override readonly name = 'TallystoneError';
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /**
   * The server's code. `no-answer`: none came, in any of the attempts. `unknown`: the answer isn't from Tallystone,
   * such as a proxy's. Treat codes that you don't know by their status.
   */
  readonly code: ErrorCode | 'no-answer' | 'unknown' | (string & {});
  /** What the sentence says, as a more specific code with its facts. */
  readonly reason: WireError['reason'];
  /** To quote to support; null if the answer isn't from Tallystone. */
  readonly requestId: string | null;
  /** Seconds that the server asked to wait before the next try; null if it didn't. */
  readonly retryAfter: number | null;
  /**
   * True if it isn't known whether a change was made: send exactly the same again (a bet with its key) to find out.
   * Always false for reading.
   */
  readonly isOutcomeUnknown: boolean;
  /** All of the answer's body, such as the new `quote` with `odds-changed`. */
  readonly body: ErrorBody;

  constructor({ status, text, askedMs = 0, isOutcomeUnknown = false, code, cause }: Failure) {
    const body = readErrorBody(text);
    super(body.error ?? (text.slice(0, 500) || `The server answered ${status}.`), { cause });
    this.status = status;
    this.body = body;
    this.code = code ?? body.code ?? 'unknown';
    this.reason = body.reason;
    this.requestId = body.requestId ?? null;
    this.retryAfter = askedMs > 0 ? askedMs / 1000 : null;
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}
