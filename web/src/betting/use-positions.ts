import type { WireBet } from '@tallystone/core/http-api/betting';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { marketsQuery, positionsQuery } from '../data/queries.ts';
import { useRenewed } from '../data/use-renewed.ts';
import { marketsOf } from './sold.ts';
import { useLookAgain } from './use-look-again.ts';

/** Values move with their markets; they are read again at most this often, in ms. */
const VALUES_EVERY_MS = 5_000;
/** The stream brings no news of a game's side markets to this page, so values of bets on them are reread this often, in ms. */
const QUIET_EVERY_MS = 15_000;

export type Positions = ReturnType<typeof usePositions>;

/** The signed-in bettor's open bets with their values, which are kept current while the page is visible. */
export function usePositions() {
  const queryClient = useQueryClient();
  const lookAgain = useLookAgain();
  const query = useQuery({
    ...positionsQuery,
    // Bets end at any time, so they are read again on every visit.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      lookAgain(state.data) || (state.data?.some(quietIn(queryClient)) ? QUIET_EVERY_MS : false),
  });
  const { data, error, refetch } = query;
  useRenewed(data?.flatMap(marketsOf) ?? [], positionsQuery.queryKey, {
    everyMs: VALUES_EVERY_MS,
  });
  return {
    /** Null until they have loaded. */
    positions: data ?? null,
    error,
    retry: () => void refetch(),
  };
}

/** Whether the value of a bet can move without news: it is on a market of a game that isn't on the list. */
function quietIn(queryClient: QueryClient): (bet: WireBet) => boolean {
  const list = queryClient.getQueryData(marketsQuery.queryKey);
  const listed = list && new Set(list.map(({ id }) => id));
  return ({ marketId, pricedBy, market: { category, state } }) => {
    const isRunning = pricedBy !== undefined || state === 'open' || state === 'suspended';
    // Only sports markets are on games. Without the list, any of them may be a side market.
    return isRunning && category === 'sports' && listed?.has(pricedBy ?? marketId) !== true;
  };
}
