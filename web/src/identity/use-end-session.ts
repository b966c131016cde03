import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { sessionsQuery } from '../data/queries.ts';
import { t } from '../texts/t-sign.ts';
import { useWallet } from '../wallet/wallet-context.tsx';

/** One session, and whether it is the current page's; or all sessions. */
export type EndedSession = { id: string; current: boolean } | 'all';

/** Ends sessions of the wallet. If the current page's session is among them, the page is signed out too. */
export function useEndSession() {
  const queryClient = useQueryClient();
  const { signOut } = useWallet();
  const mutation = useMutation({
    mutationFn: async (ended: EndedSession): Promise<void> => {
      if (ended === 'all') await signOut(() => callApi('endAllSessions'));
      else if (ended.current) await signOut(() => endSession(ended.id));
      else await endSession(ended.id);
    },
    // Without an answer the session may still have ended, so the list is read again.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return {
    end: (ended: EndedSession) => {
      if (!mutation.isPending) mutation.mutate(ended);
    },
    /** The session that is being ended; null if there is none. */
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
