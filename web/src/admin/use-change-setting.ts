import type { WireSettings } from '@tallystone/core/http-api/admin';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { settingsQuery } from '../data/queries.ts';
import { resultsQuery } from './results-query.ts';
import { useLoneMutation } from './use-lone-mutation.ts';

/** Saves one setting; the others stay as they are known, whatever else is being saved. */
export function useChangeSetting<K extends keyof WireSettings>(name: K) {
  const queryClient = useQueryClient();
  return useLoneMutation({
    mutationFn: (value: WireSettings[K]) => callApi('changeSettings', { body: { [name]: value } }),
    onSuccess: (saved) => {
      // While a second admin must approve, the answer has the value of before.
      queryClient.setQueryData(settingsQuery.queryKey, (known) => known && { ...known, [name]: saved[name] });
      void queryClient.invalidateQueries({ queryKey: ['/api/admin/audit'] });
      void queryClient.invalidateQueries({ queryKey: resultsQuery.queryKey });
    },
  });
}
