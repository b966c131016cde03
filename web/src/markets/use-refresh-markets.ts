import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { betsQuery, marketsQuery } from '../data/queries.ts';
import { t } from '../texts/t.ts';
import { toastFailure } from '../ui/toast-store.ts';

/** Asks the server to refresh its markets, then reads the list again. */
export function useRefreshMarkets() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await callApi('refreshMarkets');
      } catch (cause) {
        throw new Error(t('markets.refreshFailed'), { cause });
      }
      void queryClient.invalidateQueries({ queryKey: betsQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
    },
    onError: (error) => {
      const why = error.cause instanceof ApiError ? error.cause.sentence : t('markets.noServer');
      toastFailure(error.message, t('markets.refreshFailedWhy', { why }));
    },
  });
}
