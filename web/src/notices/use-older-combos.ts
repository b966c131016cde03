import type { WireCombo } from '@tallystone/core/http-api/combos';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { combosQuery } from '../betting/combos-query.ts';
import { receiptQuery } from '../betting/sale-requests.ts';
import { noticeStore } from './notice-store.ts';

/** The list has only the newest combos, and the stream tells of no others, so they are read this often, in ms. */
const OLDER_EVERY_MS = 60_000;

/**
 * The combos that this browser has seen open and that are no longer in the list, as they are now. Those that can't be read are
 * left out until the next time.
 *
 * @param enabled once the list is read
 */
export function useOlderCombos(publicKey: string, { enabled }: { enabled: boolean }) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ['older-combos', publicKey],
    queryFn: async ({ signal }) => {
      const newest = new Set(queryClient.getQueryData(combosQuery.queryKey)?.map(({ id }) => id));
      const older: WireCombo[] = [];
      // One after the other, because the server limits reads, and there may be a hundred.
      for (const id of noticeStore.openCombos(publicKey)) {
        if (signal.aborted || newest.has(id)) continue;
        const receipt = await queryClient.fetchQuery(receiptQuery(id)).catch(() => null);
        if (receipt !== null) older.push(receipt.combo);
      }
      return older;
    },
    enabled,
    refetchInterval: OLDER_EVERY_MS,
    gcTime: 0,
  });
}
