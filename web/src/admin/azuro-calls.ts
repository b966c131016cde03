import type { WireImportResult } from '@tallystone/core/http-api/azuro';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { adminMarketsQuery, azuroQuery, marketsQuery } from '../data/queries.ts';
import { counted } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { toast, toastFailure } from '../ui/toast-store.ts';
import { adminProblem } from './admin-problem.ts';
import { useLoneMutation } from './use-lone-mutation.ts';

/** Makes the server read the feed now, then rereads its games; after a failure they say why it failed. */
export function useSyncAzuro() {
  const queryClient = useQueryClient();
  return useLoneMutation({
    mutationFn: () => callApi('syncAzuro'),
    onSuccess: ({ games }) =>
      toast({ title: t('adminAzuro.wasRead'), description: t('adminAzuro.hasGames', counted(games)) }),
    onError: (error) => toastFailure(t('adminAzuro.notRead'), adminProblem(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: azuroQuery.queryKey }),
  });
}

/** Imports the feed's games, reports the result, and rereads markets and games. */
export function useImportGames({ onDone }: { onDone: (result: WireImportResult) => void }) {
  const queryClient = useQueryClient();
  return useLoneMutation({
    mutationFn: (gameIds: string[]) => callApi('importGames', { body: { gameIds } }),
    onSuccess: (result) => {
      toast(toastOf(result));
      onDone(result);
      for (const { queryKey } of [marketsQuery, azuroQuery, adminMarketsQuery]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    onError: (error) => toastFailure(t('adminAzuro.importFailed'), importProblem(error)),
  });
}

/** Why an import failed, in one sentence. */
export function importProblem(error: Error): string {
  return adminProblem(error) || t('adminAzuro.importFailedWhy');
}

/** An older server may answer without the counts. */
function toastOf({ imported, skipped }: Partial<WireImportResult>) {
  if (typeof imported !== 'number') return { title: t('adminAzuro.importComplete') };
  return {
    title: t('adminAzuro.imported', { figure: imported }),
    ...(skipped !== undefined &&
      skipped > 0 && { description: t('adminAzuro.wereSkipped', { figure: skipped }) }),
  };
}
