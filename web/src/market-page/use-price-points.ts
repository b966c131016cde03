import type { HistoryRange, WireListedMarket } from '@tallystone/core/http-api/markets';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { marketHistoryQuery } from '../data/queries.ts';
import { useStreamState } from '../stream/stream-state.ts';
import { pricePoints } from './price-points.ts';
import { MOST_SEEN, useSeenPrices } from './use-seen-prices.ts';

/** The history is read again once it has grown by this many seconds and by a tenth of its range. */
const LEAST_GROWTH_S = 300;
const GROWTH = 10;

/**
 * The history of a market over a range, with the changes since the server answered.
 *
 * @param running whether its prices still move
 */
export function usePricePoints(
  market: WireListedMarket,
  { range, running, now }: { range: HistoryRange; running: boolean; now: Date },
) {
  const query = useQuery({
    ...marketHistoryQuery(market.id, range),
    // Every change of the range reads the history again.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data: history, refetch } = query;
  const seen = useSeenPrices(market, { running });

  const toS = history === undefined ? 0 : seconds(Date.parse(history.to));
  const endS = running ? Math.max(toS, seconds(now.getTime())) : toS;
  const points = useMemo(
    () => (history === undefined ? null : pricePoints({ market, history, seen, endS })),
    [market, history, seen, endS],
  );

  // Otherwise a chart of one hour would grow to a day while the page stays open.
  const lengthS = history === undefined ? 0 : toS - seconds(Date.parse(history.from));
  const hasGrown = history !== undefined && endS - toS > Math.max(LEAST_GROWTH_S, lengthS / GROWTH);
  const unread = history === undefined ? 0 : seen.filter(({ version }) => version > history.version).length;
  const isDue = hasGrown || unread >= MOST_SEEN;
  useEffect(() => {
    if (isDue) void refetch();
  }, [isDue, refetch]);

  // After betting has ended, or after a gap in the stream, only the server has the full history.
  const { kind } = useStreamState();
  const before = useRef({ running, kind });
  useEffect(() => {
    const last = before.current;
    before.current = { running, kind };
    const isBack = kind === 'live' && last.kind !== 'live' && last.kind !== 'connecting';
    if (isBack || (last.running && !running)) void refetch();
  }, [running, kind, refetch]);

  return {
    /** Null while there are none to show. */
    points,
    /** Another range is loading; these points belong to the previous one. */
    isOld: query.isPlaceholderData,
    error: query.error,
    retry: () => void refetch(),
  };
}

function seconds(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.floor(ms / 1000);
}
