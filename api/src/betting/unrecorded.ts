import type { Message } from '@tallystone/core/sentences/sentence';
import { sqlState } from '../db/sql-state.ts';
import { HttpError } from '../http/http-error.ts';

/** A lock or a statement took too long. */
const TIMEOUTS = ['55P03', '57014'];

/** The error for a transaction that ended without an effect; the caller can only wait and try again. */
export function unrecorded(cause: unknown, messages: { busy: Message; down: Message }): HttpError {
  return TIMEOUTS.includes(sqlState(cause) ?? '')
    ? new HttpError('too-busy', messages.busy, { retryAfterSeconds: 1, cause })
    : new HttpError('not-ready', messages.down, { retryAfterSeconds: 2, cause });
}
