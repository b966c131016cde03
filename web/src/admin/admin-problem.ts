import { ADMIN_LEVEL } from '@tallystone/core/identity/kyc-level';
import { ApiError } from '../data/api-error.ts';
import { NotSigned } from '../identity/use-sign-act.ts';
import { t } from '../texts/t-admin.ts';
import { t as ofWallet } from '../texts/t-wallet.ts';

/** The heading of an error. If no answer came, the server may have done it anyway, so the heading says that instead. */
export function adminProblemTitle(error: unknown, nothing: string): string {
  return error instanceof ApiError || error instanceof NotSigned ? nothing : t('adminFrame.notKnownIfDone');
}

/** One plain sentence for a failed dashboard call. */
export function adminProblem(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 401) return t('adminFrame.sessionEnded');
    // The admin is signed in but lacks the level. For any other refusal the server says why.
    if (error.status === 403 && error.body.reason?.code === 'level-needed') {
      return ofWallet('identity.mayLook', { level: ADMIN_LEVEL });
    }
    return error.sentence;
  }
  // Nothing was sent.
  if (error instanceof NotSigned) return error.message;
  return t('adminFrame.noAnswer');
}

/** Why a change was refused: the sentence for its field, or else the general one. */
export function changeProblem(error: unknown, field: string): string {
  return (error instanceof ApiError ? error.fields[field] : undefined) ?? adminProblem(error);
}
