import type { WireBet } from '@tallystone/core/http-api/betting';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { ownNews } from '../data/own-news.ts';
import { betsQuery } from '../data/queries.ts';
import { BETS_PER_PAGE } from './bets-csv.ts';

export type BetList = ReturnType<typeof useBetList>;

/** The signed-in bettor's bets, newest first, and a way to load those after the first page. */
export function useBetList() {
  // Bets end at any time, so they are read again on every visit.
  const query = useQuery({ ...betsQuery, refetchOnMount: 'always' });
  // All bets on the screen when older ones were loaded. A new bet pushes one off the first page, which must not vanish.
  const [kept, setKept] = useState<readonly WireBet[]>([]);
  const [older, setOlder] = useState<'more' | 'loading' | 'failed' | 'none'>('more');

  const bets = query.data ? unique([...query.data, ...kept]) : null;

  // The query keeps the first page current; bets after it are updated here when they end.
  useEffect(
    () =>
      ownNews.subscribe((ended) => {
        const current = new Map(ended.map((bet) => [bet.id, bet]));
        setKept((before) => before.map((bet) => current.get(bet.id) ?? bet));
      }),
    [],
  );
  const { refetch } = query;

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
    /** Null until they have loaded. */
    bets,
    error: query.error,
    retry: () => void refetch(),
    /** Null if there are no older bets. */
    showOlder: hasOlder ? () => void showOlder() : null,
    loadingOlder: older === 'loading',
    olderFailed: older === 'failed',
  };
}

/** Keeps the first bet of each id, which was read last. */
function unique(bets: WireBet[]): WireBet[] {
  const seen = new Set<string>();
  return bets.filter(({ id }) => !seen.has(id) && seen.add(id));
}
