import type { RequestBody, WireLimits } from '@tallystone/core/http-api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { limitsQuery, profileQuery } from '../data/queries.ts';
import { t } from '../texts/t-account.ts';

export type LimitsChange =
  /** USDC; null: no own cap. */
  { kind: 'cap'; ownCap: number | null } | { kind: 'break'; period: RequestBody<'takeBreak'>['period'] };

/** Changes what users set for themselves. Saying the same twice is no harm: it is the same limit. */
export function useChangeLimits() {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: (change: LimitsChange): Promise<WireLimits> =>
      change.kind === 'cap'
        ? callApi('changeLimits', { body: { ownCap: change.ownCap } })
        : callApi('takeBreak', { body: { period: change.period } }),
    onSuccess: (limits) => {
      queryClient.setQueryData(limitsQuery.queryKey, limits);
      void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
    // Whether it was done is known by looking.
    onError: () => void queryClient.invalidateQueries({ queryKey: limitsQuery.queryKey }),
  });
  return {
    change: (change: LimitsChange, { onDone }: { onDone?: () => void } = {}) => {
      if (!mutation.isPending) mutation.mutate(change, { onSuccess: () => onDone?.() });
    },
    isPending: mutation.isPending,
    saved: mutation.isSuccess,
    problem: mutation.error === null ? null : problemOf(mutation.error),
    reset: mutation.reset,
  };
}

function problemOf(error: Error): string {
  if (!(error instanceof ApiError)) {
    return t('limits.unanswered');
  }
  if (error.status === 401) return t('limits.sessionEnded');
  return error.sentence;
}
