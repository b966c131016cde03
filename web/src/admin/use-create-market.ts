import type { NewMarketForm } from '@tallystone/core/http-api';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { adminMarketsQuery, analyticsQuery, marketStatsQuery, marketsQuery } from '../data/queries.ts';
import { toast } from '../ui/toast-store.ts';
import { adminProblem } from './admin-problem.ts';
import { resultsQuery } from './results-query.ts';
import { useLoneMutation } from './use-lone-mutation.ts';

/** Opens the market of a form, and reads again what shows it. */
export function useCreateMarket({ onCreated }: { onCreated: (created: { waits: boolean }) => void }) {
  const queryClient = useQueryClient();
  return useLoneMutation({
    mutationFn: (form: NewMarketForm) => callApi('createMarket', { body: form }),
    onSuccess: ({ waits }, form) => {
      toast(
        waits === undefined
          ? { title: 'Market created successfully', description: form.title.trim() }
          : { title: 'Waiting for a second admin', description: `${form.title.trim()} is not open yet.` },
      );
      onCreated({ waits: waits !== undefined });
      void queryClient.invalidateQueries({ queryKey: resultsQuery.queryKey });
      for (const { queryKey } of [marketsQuery, adminMarketsQuery, marketStatsQuery, analyticsQuery]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    onError: (error) => {
      toast({
        title: 'Error creating market',
        description: adminProblem(error),
        variant: 'destructive',
      });
    },
  });
}
