import { databaseFaultOf } from '../db/database-fault.ts';
import { CommitUnknownError } from '../db/transaction.ts';
import { HttpError } from './http-error.ts';

/**
 * Turns whatever a request failed with into an error that may be shown. Everything that is not meant for
 * people becomes one plain sentence; the log has the rest.
 */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof CommitUnknownError) {
    return new HttpError(
      'too-busy',
      'The answer of the database was lost; send the same request again to learn the outcome.',
      { retryAfterSeconds: 1 },
    );
  }
  return (
    fromFastify(error) ??
    fromDatabase(error) ??
    new HttpError('internal', 'Something went wrong on our side.')
  );
}

function fromFastify(error: unknown): HttpError | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  switch (error.statusCode) {
    case 413:
      return new HttpError('too-large', 'The request is larger than this address takes.');
    case 415:
      return new HttpError(
        'unsupported-media-type',
        'The body must be JSON, with content-type application/json.',
      );
    case 404:
      return new HttpError('not-found', 'There is nothing at this address.');
    default: {
      const isCallers =
        typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500;
      return isCallers ? new HttpError('invalid-request', 'The request is malformed.') : null;
    }
  }
}

function fromDatabase(error: unknown): HttpError | null {
  switch (databaseFaultOf(error)) {
    case 'busy':
      return busy();
    case 'away':
      return away();
    case 'full':
    case 'unwritable':
      return unwritable();
    case null:
      return null;
  }
}

const busy = () =>
  new HttpError('too-busy', 'Too much is going on right now; try again in a moment.', {
    retryAfterSeconds: 1,
  });
const away = () =>
  new HttpError('not-ready', 'The service cannot reach its database; try again in a moment.', {
    retryAfterSeconds: 2,
  });
const unwritable = () =>
  new HttpError('not-ready', 'The service cannot record anything now; try again in a moment.', {
    retryAfterSeconds: 2,
  });
