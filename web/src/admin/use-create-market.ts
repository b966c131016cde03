import type { NewMarketForm } from '@tallystone/core/http-api/admin-markets';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { adminMarketsQuery, analyticsQuery, marketStatsQuery, marketsQuery } from '../data/queries.ts';
import { t } from '../texts/t-admin.ts';
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
          ? { title: t('adminCreate.created'), description: form.title.trim() }
          : {
              title: t('adminCreate.waits'),
              description: t('adminCreate.waitsWhat', { title: form.title.trim() }),
            },
      );
      onCreated({ waits: waits !== undefined });
      void queryClient.invalidateQueries({ queryKey: resultsQuery.queryKey });
      for (const { queryKey } of [marketsQuery, adminMarketsQuery, marketStatsQuery, analyticsQuery]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    onError: (error) => {
      toast({
        title: t('adminCreate.failed'),
        description: adminProblem(error),
        variant: 'destructive',
      });
    },
  });
}
