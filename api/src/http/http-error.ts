import type { WireQuote } from '@tallystone/core/http-api/betting';
import type { WireError } from '@tallystone/core/http-api/error';
import type { ErrorCode } from '@tallystone/core/http-api/error-status';
import type { BettingReason } from '@tallystone/core/http-api/health';
import type { WireRehearsal } from '@tallystone/core/http-api/settlement';
import type { Reason } from '@tallystone/core/sentences/all';
import type { Message } from '@tallystone/core/sentences/sentence';

/** The facts of an error answer, in addition to its sentence. */
export interface ErrorFacts {
  quote?: WireQuote;
  /** The odds of a combo now. */
  odds?: number;
  /** The selection of a combo that is the reason, from 0. */
  leg?: number;
  /** USDC. */
  maxStake?: number;
  /** USDC. */
  capLeft?: number;
  /** USDC. */
  balance?: number;
  /** ISO time. */
  until?: string;
  /** What a cash-out of the bet pays now, USDC. */
  cashOut?: number;
  rehearsal?: WireRehearsal;
  /** The problems of a form, by field. */
  fields?: Readonly<Record<string, Message>>;
  /** Why the server takes no bets. */
  reasons?: BettingReason[];
}

/**
 * An error answer. Its message is the sentence that people read, so it must never contain internals. Those go into the
 * cause, which only the log shows.
 */
export class HttpError extends Error {
  readonly code: ErrorCode;
  /** Null for a sentence that only programmers see. */
  readonly reason: Reason | null;
  readonly facts: ErrorFacts;
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    text: Message | string,
    {
      facts = {},
      retryAfterSeconds = null,
      cause,
    }: { facts?: ErrorFacts; retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(typeof text === 'string' ? text : text.sentence, cause === undefined ? {} : { cause });
    this.name = 'HttpError';
    this.code = code;
    this.reason = typeof text === 'string' ? null : text.reason;
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
