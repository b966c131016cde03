import type { WireListedMarket, WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useReducer } from 'react';
import type { Selection } from '../betting/slip.ts';
import { ApiError } from '../data/api-error.ts';
import { gameQuery } from '../data/game-query.ts';
import { marketQuery, marketsQuery } from '../data/queries.ts';
import { useMarketSignal } from '../data/use-market-signal.ts';
import { useMinuteClock } from '../markets/minute-clock.ts';

/** The stream brings no news of a game's other markets, so these are read again this often, in ms. */
const QUIET_EVERY_MS = 15_000;
/** Where it does bring news, because the game is open, they are shown at most this often, in ms. */
const NEWS_EVERY_MS = 500;

export interface SlipRow {
  readonly selection: Selection;
  /** Null until it has been read. */
  readonly market: WireListedMarket | null;
  /** Null until the market has been read. */
  readonly outcome: WireOutcome | null;
  /** The market has ended or is gone. */
  readonly hasEnded: boolean;
}

/** Markets that the list doesn't have, in this order. Null: there is no such market; undefined: it could not be read. */
const unlistedQuery = (ids: readonly string[]) =>
  queryOptions<readonly (WireMarket | null | undefined)[]>({
    queryKey: ['slip', ...ids],
    queryFn: ({ client }) =>
      Promise.all(
        ids.map((id) =>
          client
            .fetchQuery({ ...marketQuery(id), staleTime: 0 })
            .catch((error: unknown) =>
              error instanceof ApiError && error.status === 404 ? null : undefined,
            ),
        ),
      ),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: QUIET_EVERY_MS,
  });

/** The selections with their markets as they are now. */
export function useSlipRows(selections: readonly Selection[]): readonly SlipRow[] {
  const now = useMinuteClock();
  const queryClient = useQueryClient();
  const list = useQuery(marketsQuery).data;
  const listed = new Map(list?.map((market) => [market.id, market]));
  const unlisted = selections.filter(({ marketId }) => list !== undefined && !listed.has(marketId));
  const ids = unlisted.map(({ marketId }) => marketId);
  const read = useQuery({ ...unlistedQuery(ids), enabled: ids.length > 0 }).data;
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useMarketSignal(ids, { everyMs: NEWS_EVERY_MS, onChange: renderAgain });

  return selections.map((selection) => {
    const { marketId, outcomeId, gameId = '' } = selection;
    const place = ids.indexOf(marketId);
    // The open page of its game keeps the market current.
    const game = place < 0 ? undefined : queryClient.getQueryData(gameQuery(gameId).queryKey);
    const ofGame = game?.markets.find(({ id }) => id === marketId);
    const market = newest([listed.get(marketId), ofGame, read?.[place]]);
    const outcome = market?.outcomes.find(({ id }) => id === outcomeId) ?? null;
    const isGone = place >= 0 && read?.[place] === null;
    const hasEnded = isGone || (market !== null && (outcome === null || !mayTakeBets(market, now)));
    return { selection, market, outcome, hasEnded };
  });
}

function newest(known: readonly (WireListedMarket | null | undefined)[]): WireListedMarket | null {
  let best: WireListedMarket | null = null;
  for (const market of known) {
    if (market && (best === null || market.version > best.version)) best = market;
  }
  return best;
}

/** A suspended market may open again. */
function mayTakeBets({ state, closesAt, endsAt }: WireListedMarket, now: Date): boolean {
  const isOver = Date.parse(closesAt ?? endsAt) <= now.getTime();
  return !isOver && (state === 'open' || state === 'suspended');
}
