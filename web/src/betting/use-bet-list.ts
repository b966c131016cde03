import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { ownNews } from '../data/own-news.ts';
import { betsQuery } from '../data/queries.ts';
import { useMarketSignal } from '../data/use-market-signal.ts';
import { BETS_PER_PAGE } from './all-bets.ts';
import { isOpen } from './select-bets.ts';

/** What open bets can be sold for moves with their markets; it is read anew this often at most, in ms. */
const OFFERS_EVERY_MS = 5_000;

export interface BetList {
  /** Null until they have arrived. */
  bets: WireBet[] | null;
  error: Error | null;
  retry: () => void;
  /** Absent when there are no older bets. */
  showOlder: (() => void) | null;
  loadingOlder: boolean;
  olderFailed: boolean;
}

/** The bets of the signed-in user, newest first, and the way to those beyond the first page. */
export function useBetList({ enabled }: { enabled: boolean }): BetList {
  // Results come without anything being done here.
  const query = useQuery({ ...betsQuery, enabled, refetchOnMount: 'always' });
  // All that was seen when older ones were asked for: a new bet pushes one off the first page, and it must not vanish.
  const [kept, setKept] = useState<readonly WireBet[]>([]);
  const [older, setOlder] = useState<'more' | 'loading' | 'failed' | 'none'>('more');

  const bets = query.data ? unique([...query.data, ...kept]) : null;

  // The first page follows by itself; bets beyond it end as well.
  useEffect(
    () =>
      ownNews.subscribe((ended) => {
        const now = new Map(ended.map((bet) => [bet.id, bet]));
        setKept((before) => before.map((bet) => now.get(bet.id) ?? bet));
      }),
    [],
  );
  const { refetch } = query;
  useMarketSignal(enabled ? (bets ?? []).filter(isOpen).map(({ marketId }) => marketId) : [], {
    everyMs: OFFERS_EVERY_MS,
    onChange: () => void refetch(),
  });

  const hasOlder = older !== 'none' && (bets?.length ?? 0) >= BETS_PER_PAGE;

  const showOlder = async () => {
    const last = bets?.at(-1);
    if (bets === null || last === undefined || older === 'loading') return;
    setOlder('loading');
    try {
      const page = await callApi('listBets', { query: { before: last.id } });
      setKept([...bets, ...page]);
      setOlder(page.length < BETS_PER_PAGE ? 'none' : 'more');
    } catch {
      setOlder('failed');
    }
  };

  return {
    bets,
    error: query.error,
    retry: () => void query.refetch(),
    showOlder: hasOlder ? () => void showOlder() : null,
    loadingOlder: older === 'loading',
    olderFailed: older === 'failed',
  };
}

/** The first of each id stays: what was read last is the truth. */
function unique(bets: WireBet[]): WireBet[] {
  const seen = new Set<string>();
  return bets.filter(({ id }) => !seen.has(id) && seen.add(id));
}
