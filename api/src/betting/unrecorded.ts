import type { Message } from '@tallystone/core/sentences/sentence';
import { sqlState } from '../db/sql-state.ts';
import { HttpError } from '../http/http-error.ts';

/** Whether the database speaks of the rows given: bad data, broken constraints, refusing triggers. None of it passes by itself. */
export const isRefusedData = (error: unknown): boolean => /^(?:22|23|P0)/.test(sqlState(error) ?? '');

/** A lock or a statement took too long. */
const TIMEOUTS = ['55P03', '57014'];

/** A transaction ended without an effect, for a reason that its callers can do nothing about but wait. */
export function unrecorded(cause: unknown, said: { busy: Message; down: Message }): HttpError {
  return TIMEOUTS.includes(sqlState(cause) ?? '')
    ? new HttpError('too-busy', said.busy, { retryAfterSeconds: 1, cause })
    : new HttpError('not-ready', said.down, { retryAfterSeconds: 2, cause });
}
