import { ADMIN_LEVEL } from '@tallystone/core/identity/kyc-level';
import { ApiError } from '../data/api-error.ts';

/** Of someone who is known, but may not act. */
export const LOOK_ONLY = `This account can look but not change anything. Level ${ADMIN_LEVEL} is needed.`;

/** Above it: a call that was not answered may have been done all the same. */
export function adminProblemTitle(error: unknown, nothing: string): string {
  return error instanceof ApiError ? nothing : 'It is not known whether this was done';
}

/** One plain sentence for a failed call of the dashboard. */
export function adminProblem(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 401) return 'Your session has ended. Sign in again to go on.';
    // The server says what else stands against it.
    if (error.status === 403 && /^level \d is needed/i.test(error.sentence)) return LOOK_ONLY;
    return error.sentence;
  }
  return 'The server did not answer. Check your connection and try again.';
}
