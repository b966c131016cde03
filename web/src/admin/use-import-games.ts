import type { WireImportResult } from '@tallystone/core/http-api/azuro';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { azuroQuery, marketsQuery } from '../data/queries.ts';
import { t } from '../texts/t-admin.ts';
import { toast } from '../ui/toast-store.ts';
import { adminProblem } from './admin-problem.ts';
import { useLoneMutation } from './use-lone-mutation.ts';

/** Imports the feed's games, reports the result, and rereads markets and games. */
export function useImportGames({ onDone }: { onDone: (result: WireImportResult) => void }) {
  const queryClient = useQueryClient();
  return useLoneMutation({
    mutationFn: (gameIds: string[]) => callApi('importGames', { body: { gameIds } }),
    onSuccess: (result) => {
      toast(toastOf(result));
      onDone(result);
      for (const queryKey of [marketsQuery.queryKey, azuroQuery.queryKey, ['/api/admin/markets']]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
    onError: (error) =>
      toast({
        title: t('adminAzuro.importFailed'),
        description: importProblem(error),
        variant: 'destructive',
      }),
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
