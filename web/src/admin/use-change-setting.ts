import type { WireSettings } from '@tallystone/core/http-api/admin';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { settingsQuery } from '../data/queries.ts';
import { resultsQuery } from './results-query.ts';
import { useLoneMutation } from './use-lone-mutation.ts';

/** Saves one setting and leaves the others as they are, even if they are being saved too. */
export function useChangeSetting<K extends keyof WireSettings>(name: K) {
  const queryClient = useQueryClient();
  return useLoneMutation({
    mutationFn: (value: WireSettings[K]) => callApi('changeSettings', { body: { [name]: value } }),
    onSuccess: (saved) => {
      // Until a second admin approves, the answer has the old value.
      queryClient.setQueryData(settingsQuery.queryKey, (known) => known && { ...known, [name]: saved[name] });
      void queryClient.invalidateQueries({ queryKey: ['/api/admin/audit'] });
      void queryClient.invalidateQueries({ queryKey: resultsQuery.queryKey });
    },
  });
}
