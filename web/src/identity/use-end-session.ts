import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { sessionsQuery } from '../data/queries.ts';
import { t } from '../texts/t-sign.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

/** A session by its id, and whether it is the one of this page; or all of them. */
export type EndedSession = { id: string; current: boolean } | 'all';

/** Signs sessions of the wallet out. With the one of this page the page is signed out too. */
export function useEndSession() {
  const queryClient = useQueryClient();
  const { signOut } = useWallet();
  const mutation = useMutation({
    mutationFn: async (ended: EndedSession): Promise<void> => {
      if (ended === 'all') await signOut(() => callApi('endAllSessions'));
      else if (ended.current) await signOut(() => endSession(ended.id));
      else await endSession(ended.id);
    },
    // Whether it was done is known by looking.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return {
    end: (ended: EndedSession) => {
      if (!mutation.isPending) mutation.mutate(ended);
    },
    /** What is being ended now. */
    ending: mutation.isPending ? mutation.variables : null,
    isDone: mutation.isSuccess,
    problem: mutation.error === null ? null : problemOf(mutation.error),
    reset: mutation.reset,
  };
}

const endSession = (id: string) => callApi('endSession', { params: { id } });

function problemOf(error: Error): string {
  return error instanceof ApiError
    ? t('sign.signOutFailed', { why: error.sentence })
    : t('sign.signOutUnanswered');
}
