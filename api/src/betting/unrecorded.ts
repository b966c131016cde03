import type { Message } from '@tallystone/core/sentences/sentence';
import { sqlState } from '../db/sql-state.ts';
import { HttpError } from '../http/http-error.ts';

/** A lock or a statement took too long. */
const TIMEOUTS = ['55P03', '57014'];

/** A transaction ended without an effect, for a reason that its callers can do nothing about but wait. */
export function unrecorded(cause: unknown, said: { busy: Message; down: Message }): HttpError {
  return TIMEOUTS.includes(sqlState(cause) ?? '')
    ? new HttpError('too-busy', said.busy, { retryAfterSeconds: 1, cause })
    : new HttpError('not-ready', said.down, { retryAfterSeconds: 2, cause });
}
