import { ADMIN_LEVEL } from '@tallystone/core/identity/kyc-level';
import { ApiError } from '../data/api-error.ts';
import { NotSigned } from '../identity/use-sign-act.ts';
import { t } from '../texts/t-admin.ts';

/** Above it: a call that was not answered may have been done all the same. */
export function adminProblemTitle(error: unknown, nothing: string): string {
  return error instanceof ApiError || error instanceof NotSigned ? nothing : t('adminFrame.notKnownIfDone');
}

/** One plain sentence for a failed call of the dashboard. */
export function adminProblem(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 401) return t('adminFrame.sessionEnded');
    // Of someone who is known, but may not act. The server says what else stands against it.
    if (error.status === 403 && error.body.reason?.code === 'level-needed') {
      return t('adminFrame.lookOnly', { level: ADMIN_LEVEL });
    }
    return error.sentence;
  }
  // Nothing was sent.
  if (error instanceof NotSigned) return error.message;
  return t('adminFrame.noAnswer');
}
