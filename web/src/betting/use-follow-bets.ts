import type { WireBet, WireMarket } from '@tallystone/core/http-api';
import { DRAWN_AFTER_MS } from '@tallystone/core/markets/settles-by';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { marketsQuery } from '../data/queries.ts';
import { renewAccount } from '../data/renew-account.ts';
import { serverClock } from '../data/server-clock.ts';
import { isOpen } from './select-bets.ts';

/** How often is asked while a result is due, in ms. */
const DUE_MS = 15_000;
/** The longest wait in one go, in ms: what the browser can count, and the clock may be set meanwhile. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Has the account read again when a result of an open bet may have come: when the window is looked at, when betting on
 * its market has ended and from then on every 15 seconds, and when its market leaves the list.
 *
 * @param bets the newest first; null while they are unknown
 * @returns bets that have ended since they were first seen here, but for those sold by hand, and how to let go of them
 */
export function useFollowBets(bets: readonly WireBet[] | null): {
  ended: readonly WireBet[];
  dismiss: () => void;
} {
  const queryClient = useQueryClient();
  const open = (bets ?? []).filter(isOpen);
  const isWaiting = open.length > 0;
  const { data: markets } = useQuery({ ...marketsQuery, enabled: isWaiting });

  useEffect(() => {
    if (!isWaiting) return;
    const renew = () => {
      if (!document.hidden) void renewAccount(queryClient, { joins: true });
    };
    window.addEventListener('focus', renew);
    document.addEventListener('visibilitychange', renew);
    return () => {
      window.removeEventListener('focus', renew);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [isWaiting, queryClient]);

  const listed = markets && new Map(markets.map((market) => [market.id, market]));
  const dueAt = Math.min(...open.map((bet) => dueFrom(bet, listed)));
  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setTimeout>;
    const leftMs = () => dueAt - serverClock.now().getTime();
    const wait = () => {
      timer = setTimeout(look, leftMs() > 0 ? Math.min(leftMs(), LONGEST_WAIT_MS) : DUE_MS);
    };
    const look = () => {
      if (leftMs() <= 0 && !document.hidden) void renewAccount(queryClient, { joins: true });
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  }, [isWaiting, dueAt, queryClient]);

  // A market that has just left the list has ended: there is nothing to wait for.
  const gone = open
    .filter(({ marketId }) => listed?.has(marketId) === false)
    .map(({ id }) => id)
    .join();
  const isListed = listed !== undefined;
  const wasListed = useRef(false);
  useEffect(() => {
    if (wasListed.current && gone !== '') void renewAccount(queryClient, { joins: true });
    wasListed.current = isListed;
  }, [gone, isListed, queryClient]);

  const [ended, setEnded] = useState<readonly WireBet[]>([]);
  const waitedFor = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (bets === null) return;
    const now = bets.filter(
      ({ id, result }) => waitedFor.current.has(id) && result !== undefined && result !== 'cashed-out',
    );
    waitedFor.current = new Set(bets.filter(isOpen).map(({ id }) => id));
    if (now.length === 0) return;
    setEnded((before) => [...now, ...before]);
    // Whatever else that was read before tells of a market that goes on.
    void renewAccount(queryClient);
    void queryClient.invalidateQueries({ queryKey: marketsQuery.queryKey });
  }, [bets, queryClient]);

  return { ended, dismiss: () => setEnded([]) };
}

/** From when on, in ms of the clock, the result of an open bet may come. */
function dueFrom({ marketId, market }: WireBet, listed: ReadonlyMap<string, WireMarket> | undefined): number {
  const now = listed?.get(marketId);
  if (now === undefined && listed !== undefined) return 0;
  if ([market.state, now?.state].some((state) => state === 'closed' || state === 'resolving')) return 0;
  if (now !== undefined) return Date.parse(now.closesAt);
  // The close itself is not known: that of a practice market is this, any other is past by then.
  const latest = Date.parse(market.settlesBy ?? '') - DRAWN_AFTER_MS;
  return Number.isNaN(latest) ? Number.POSITIVE_INFINITY : latest;
}
