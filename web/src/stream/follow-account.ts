import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { StreamEvent } from '@tallystone/core/http-api/stream';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { ownNews } from '../data/own-news.ts';
import { betsQuery, limitsQuery } from '../data/queries.ts';
import { FIGURES, renewAccount } from '../data/renew-account.ts';
import { setInPlace } from './set-in-place.ts';

/** Most bets in one answer from the server. A full list has no older bets, so none are added to it. */
const BETS_PER_PAGE = 500;
const BETS = betsQuery.queryKey;
const LIMITS = limitsQuery.queryKey;

/** Updates the account in the cache from the stream, and announces each bet once when it ends. */
export function followAccount(queryClient: QueryClient) {
  const announced = new Set<string>();
  let open = openAmong(queryClient.getQueryData(BETS));

  const announce = (bets: readonly WireBet[]) => {
    const news = bets.filter((bet) => isEnded(bet) && !announced.has(bet.id));
    for (const { id } of news) announced.add(id);
    ownNews.emitEnded(news);
  };

  // An answer may also show that a bet has ended, before the stream or without it.
  const stopWatching = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== BETS[0]) return;
    if (event.action.type !== 'success' && event.action.type !== 'setState') return;
    const bets = queryClient.getQueryData(BETS);
    const ended = (bets ?? []).filter(({ id }) => open.has(id));
    open = openAmong(bets);
    announce(ended);
  });

  const renew = (key: typeof BETS | typeof LIMITS) => {
    if (queryClient.getQueryState(key)?.fetchStatus !== 'fetching') return;
    // The pending answer may be older than what the stream just sent.
    void queryClient.invalidateQueries({ queryKey: key, exact: true });
  };

  return {
    receive({ limits, bets, combos }: StreamEvent<'account'>) {
      const before = queryClient.getQueryData(LIMITS);
      const list = queryClient.getQueryData(BETS);
      // Combos are read again, and what reads them announces those that ended.
      const hasMoved =
        bets.length > 0 || combos?.length || (before !== undefined && !isSameMoney(before, limits));
      announce(bets);
      notifyManager.batch(() => {
        setInPlace(queryClient, LIMITS, limits);
        if (list !== undefined && bets.length > 0) setInPlace(queryClient, BETS, betsWith(list, bets));
        if (!hasMoved) return;
        renew(LIMITS);
        renew(BETS);
        for (const queryKey of FIGURES) void queryClient.invalidateQueries({ queryKey });
      });
    },
    /** Call when another user signs in, or the user signs out. */
    forget() {
      announced.clear();
      open = new Set();
    },
    /** Rereads what is shown, when events may have been missed. */
    readAgain: () => void renewAccount(queryClient),
    stop: stopWatching,
  };
}

/** The list, newest first, with new and changed bets. */
function betsWith(list: readonly WireBet[], changed: readonly WireBet[]): WireBet[] {
  const news = new Map(changed.map((bet) => [bet.id, bet]));
  const known = list.map((bet) => {
    const now = news.get(bet.id);
    news.delete(bet.id);
    return now ?? bet;
  });
  const oldest = list.at(-1);
  const isWhole = list.length < BETS_PER_PAGE || oldest === undefined;
  const added = [...news.values()].filter((bet) => isWhole || bet.placedAt > oldest.placedAt);
  if (added.length === 0) return known;
  return [...known, ...added].sort((a, b) =>
    a.placedAt < b.placedAt ? 1 : a.placedAt > b.placedAt ? -1 : 0,
  );
}

function openAmong(bets: readonly WireBet[] | undefined): ReadonlySet<string> {
  return new Set((bets ?? []).filter(({ result }) => result === undefined).map(({ id }) => id));
}

/** A cash-out doesn't count: the user ended that bet. */
function isEnded({ result }: WireBet): boolean {
  return result !== undefined && result !== 'cashed-out';
}

function isSameMoney(a: WireLimits, b: WireLimits): boolean {
  return a.balance === b.balance && a.usedToday === b.usedToday;
}
