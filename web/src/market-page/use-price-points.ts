import type { HistoryRange, WireMarket } from '@tallystone/core/http-api/markets';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { marketHistoryQuery } from '../data/queries.ts';
import { useStreamState } from '../stream/stream-state.ts';
import { type PricePoints, pricePoints } from './price-points.ts';
import { MOST_SEEN, useSeenPrices } from './use-seen-prices.ts';

/** A range that has grown by a tenth, and by this, while somebody looked is read again; seconds. */
const LEAST_GROWTH_S = 300;
const GROWTH = 10;

export interface PriceHistory {
  /** Null while there are none to show. */
  points: PricePoints | null;
  /** Another range is on its way; these points are of the one before. */
  isOld: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * The history of a market as far back as a range reaches, with what has changed since the server answered.
 *
 * @param running whether its prices still move
 */
export function usePricePoints(
  market: WireMarket,
  { range, running, now }: { range: HistoryRange; running: boolean; now: Date },
): PriceHistory {
  const query = useQuery({
    ...marketHistoryQuery(market.id, range),
    // Other ranges are read when they are asked for, each time anew.
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

  // A window that was an hour wide must not become a day wide by being looked at.
  const lengthS = history === undefined ? 0 : toS - seconds(Date.parse(history.from));
  const hasGrown = history !== undefined && endS - toS > Math.max(LEAST_GROWTH_S, lengthS / GROWTH);
  const unread = history === undefined ? 0 : seen.filter(({ version }) => version > history.version).length;
  const isDue = hasGrown || unread >= MOST_SEEN;
  useEffect(() => {
    if (isDue) void refetch();
  }, [isDue, refetch]);

  // How it ended, and what happened while nothing was heard, only the server knows.
  const { kind } = useStreamState();
  const before = useRef({ running, kind });
  useEffect(() => {
    const last = before.current;
    before.current = { running, kind };
    const isBack = kind === 'live' && last.kind !== 'live' && last.kind !== 'connecting';
    if (isBack || (last.running && !running)) void refetch();
  }, [running, kind, refetch]);

  return {
    points,
    isOld: query.isPlaceholderData,
    error: query.error,
    retry: () => void refetch(),
  };
}

function seconds(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.floor(ms / 1000);
}
