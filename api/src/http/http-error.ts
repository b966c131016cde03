import type { WireQuote } from '@tallystone/core/http-api/betting';
import type { WireError } from '@tallystone/core/http-api/error';
import type { BettingReason } from '@tallystone/core/http-api/health';
import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import type { Reason } from '@tallystone/core/sentences/all';
import type { Message } from '@tallystone/core/sentences/sentence';
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
  /** What is wrong with a form, field by field. */
  fields?: Readonly<Record<string, Message>>;
  /** Why no bet would be taken. */
  reasons?: BettingReason[];
}

/**
 * An answer other than success. Its message is the sentence that people read: no internals, ever. Those belong into the
 * cause, which the log alone has.
 */
export class HttpError extends Error {
  readonly code: ErrorCode;
  /** Null for a sentence that only programmers come to see. */
  readonly reason: Reason | null;
  readonly facts: ErrorFacts;
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    said: Message | string,
    {
      facts = {},
      retryAfterSeconds = null,
      cause,
    }: { facts?: ErrorFacts; retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(typeof said === 'string' ? said : said.sentence, cause === undefined ? {} : { cause });
    this.name = 'HttpError';
    this.code = code;
    this.reason = typeof said === 'string' ? null : said.reason;
    this.facts = facts;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The body of an error answer. */
export function errorBody({ message, code, reason, facts }: HttpError, requestId: string): WireError {
  const { fields, ...others } = facts;
  const body = { error: message, code, requestId, ...(reason !== null && { reason }), ...others };
  return fields === undefined ? body : { ...body, ...byField(fields) };
}

function byField(fields: Readonly<Record<string, Message>>): Pick<WireError, 'fields' | 'fieldReasons'> {
  const of = <T>(part: (message: Message) => T) =>
    Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, part(message)]));
  return { fields: of(({ sentence }) => sentence), fieldReasons: of(({ reason }) => reason) };
}
