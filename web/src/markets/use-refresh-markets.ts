import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { ApiError } from '../data/api-error.ts';
import { betsQuery, marketsQuery } from '../data/queries.ts';
import { toast } from '../ui/toast-store.ts';

/** Asks the server to refresh its markets and reads the list again. */
export function useRefreshMarkets() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await callApi('refreshMarkets');
      } catch (cause) {
        throw new Error('Failed to refresh markets', { cause });
      }
      void queryClient.invalidateQueries({ queryKey: betsQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
    },
    onError: (error) => {
      const why = error.cause instanceof ApiError ? error.cause.sentence : 'The server did not answer.';
      toast({
        title: error.message,
        description: `${why} The list stays as it was.`,
        variant: 'destructive',
      });
    },
  });
}
