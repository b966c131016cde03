import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { azuroQuery } from '../data/queries.ts';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { toast } from '../ui/toast-store.ts';
import { adminProblem } from './admin-problem.ts';
import { useLoneMutation } from './use-lone-mutation.ts';

/** Makes the server read the feed now, then rereads its games; after a failure they say why it failed. */
export function useSyncAzuro() {
  const queryClient = useQueryClient();
  return useLoneMutation({
    mutationFn: () => callApi('syncAzuro'),
    onSuccess: ({ games }) =>
      toast({
        title: t('adminAzuro.wasRead'),
        description: t('adminAzuro.hasGames', { count: games, figure: wholeNumber(games) }),
      }),
    onError: (error) =>
      toast({
        title: t('adminAzuro.notRead'),
        description: adminProblem(error),
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: azuroQuery.queryKey }),
  });
}
