import type { WireQuote } from '@tallystone/core/http-api/betting';
import type { BettingReason } from '@tallystone/core/http-api/health';
import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import type { ErrorCode } from './error-status.ts';

/** What an error answer carries besides its sentence. */
export interface ErrorFacts {
  quote?: WireQuote;
  /** USDC. */
  maxStake?: number;
  /** USDC. */
  capLeft?: number;
  /** USDC. */
  balance?: number;
  /** ISO time. */
  until?: string;
  /** What the market gives for a bet now, USDC. */
  cashOut?: number;
  rehearsal?: WireRehearsal;
  /** One sentence per field of a form. */
  fields?: Readonly<Record<string, string>>;
  /** Why no bet would be taken. */
  reasons?: readonly BettingReason[];
}

/**
 * An answer other than success. Its message is the sentence that people read: no internals, ever. Those belong into the
 * cause, which the log alone has.
 */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    {
      facts = {},
      retryAfterSeconds = null,
      cause,
    }: { facts?: ErrorFacts; retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'HttpError';
    this.code = code;
    this.facts = facts;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
