import { useQuery } from '@tanstack/react-query';
import { positionsQuery } from '../data/queries.ts';
import { useRenewed } from '../data/use-renewed.ts';

/** Values move with their markets; they are read again at most this often, in ms. */
const VALUES_EVERY_MS = 5_000;

export type Positions = ReturnType<typeof usePositions>;

/** The signed-in bettor's open bets with their values, which are kept current while the page is visible. */
export function usePositions() {
  // Bets end at any time, so they are read again on every visit.
  const query = useQuery({ ...positionsQuery, refetchOnMount: 'always' });
  const { data, error, refetch } = query;
  useRenewed(data?.map(({ marketId }) => marketId) ?? [], positionsQuery.queryKey, {
    everyMs: VALUES_EVERY_MS,
  });
  return {
    /** Null until they have loaded. */
    positions: data ?? null,
    error,
    retry: () => void refetch(),
  };
}
