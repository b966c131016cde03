import { say } from '@tallystone/core/sentences/say';
import { databaseFaultOf } from '../db/database-fault.ts';
import { CommitUnknownError } from '../db/transaction.ts';
import { HttpError } from './http-error.ts';

/**
 * Turns any error of a request into one that may be shown. An internal error becomes one plain sentence; the log has
 * the details.
 */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof CommitUnknownError) {
    return new HttpError('too-busy', say('answer-lost'), { retryAfterSeconds: 1 });
  }
  return fromFastify(error) ?? fromDatabase(error) ?? new HttpError('internal', say('internal'));
}

function fromFastify(error: unknown): HttpError | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  switch (error.statusCode) {
    case 413:
      return new HttpError('too-large', say('request-too-large'));
    case 415:
      return new HttpError(
        'unsupported-media-type',
        'The body must be JSON, with content-type application/json.',
      );
    case 404:
      return new HttpError('not-found', say('nothing-here'));
    default: {
      const isCallers =
        typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500;
      return isCallers ? new HttpError('invalid-request', say('malformed')) : null;
    }
  }
}

function fromDatabase(error: unknown): HttpError | null {
  switch (databaseFaultOf(error)) {
    case 'busy':
      return new HttpError('too-busy', say('too-much-going-on'), { retryAfterSeconds: 1 });
    case 'away':
      return new HttpError('not-ready', say('no-database'), { retryAfterSeconds: 2 });
    case 'full':
    case 'unwritable':
      return new HttpError('not-ready', say('no-recording'), { retryAfterSeconds: 2 });
    case null:
      return null;
  }
}
