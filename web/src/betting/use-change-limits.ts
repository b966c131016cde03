import type { RequestBody } from '@tallystone/core/http-api';
import type { WireLimits } from '@tallystone/core/http-api/account';
import { isLongBreak } from '@tallystone/core/identity/act-message';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { limitsQuery, profileQuery } from '../data/queries.ts';
import { NotSigned, useSignAct } from '../identity/use-sign-act.ts';
import { t } from '../texts/t-account.ts';

export type LimitsChange =
  /** USDC; null removes the bettor's own cap. */
  { kind: 'cap'; ownCap: number | null } | { kind: 'break'; period: RequestBody<'takeBreak'>['period'] };

/**
 * Changes the bettor's own limits. Sending the same change twice does no harm. The wallet signs breaks that are longer
 * than a day.
 */
export function useChangeLimits() {
  const queryClient = useQueryClient();
  const signer = useSignAct();
  const mutation = useMutation({
    mutationFn: async (change: LimitsChange): Promise<WireLimits> => {
      if (change.kind === 'cap') return callApi('changeLimits', { body: { ownCap: change.ownCap } });
      const { period } = change;
      if (!isLongBreak(period)) return callApi('takeBreak', { body: { period } });
      const signed = await signer.sign({ kind: 'break', period });
      return callApi('takeBreak', { body: { period, signed } });
    },
    onSuccess: (limits) => {
      queryClient.setQueryData(limitsQuery.queryKey, limits);
      void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
    // Without an answer the change may still have been made, so the limits are read again.
    onError: () => void queryClient.invalidateQueries({ queryKey: limitsQuery.queryKey }),
  });
  return {
    change: (change: LimitsChange, { onDone }: { onDone?: () => void } = {}) => {
      if (!mutation.isPending) mutation.mutate(change, { onSuccess: () => onDone?.() });
    },
    isPending: mutation.isPending,
    /** The wallet has been asked to sign; `cancel` stops waiting for it. */
    isSigning: signer.isSigning,
    cancel: signer.cancel,
    saved: mutation.isSuccess,
    problem: mutation.error === null ? null : problemOf(mutation.error),
    reset: mutation.reset,
  };
}

function problemOf(error: Error): string {
  if (error instanceof NotSigned) return error.message;
  if (!(error instanceof ApiError)) {
    return t('limits.unanswered');
  }
  if (error.status === 401) return t('limits.sessionEnded');
  return error.sentence;
}
