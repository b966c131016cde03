import type { WireLimits } from '@tallystone/core/http-api/account';
import type { WireBet } from '@tallystone/core/http-api/betting';
import type { StreamEvent } from '@tallystone/core/http-api/stream';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { ownNews } from '../data/own-news.ts';
import { betsQuery, limitsQuery, profileQuery, profitQuery, STATEMENT_KEY } from '../data/queries.ts';
import { setInPlace } from './set-in-place.ts';

/** The most one answer of the server holds; older bets are not among them, and must not be put there. */
const BETS_PER_PAGE = 500;
const BETS = betsQuery.queryKey;
const LIMITS = limitsQuery.queryKey;
/** What is worked out from bets and entries of the books. */
const FIGURES = [profileQuery.queryKey, profitQuery.queryKey, STATEMENT_KEY];

export interface AccountFollower {
  hear(news: StreamEvent<'account'>): void;
  /** Somebody else is signed in, or nobody. */
  forget(): void;
  /** It is not known what was missed: reads again whatever is shown. */
  readAgain(): void;
  stop(): void;
}

/** Keeps the account in the cache as the stream tells of it, and says once of each bet that it has ended. */
export function followAccount(queryClient: QueryClient): AccountFollower {
  const told = new Set<string>();
  let open = openAmong(queryClient.getQueryData(BETS));

  const tell = (bets: readonly WireBet[]) => {
    const news = bets.filter((bet) => isEnded(bet) && !told.has(bet.id));
    for (const { id } of news) told.add(id);
    ownNews.tellEnded(news);
  };

  // Without the stream, or faster than it, an answer may show that a bet has ended.
  const stopWatching = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== BETS[0]) return;
    if (event.action.type !== 'success' && event.action.type !== 'setState') return;
    const bets = queryClient.getQueryData(BETS);
    const ended = (bets ?? []).filter(({ id }) => open.has(id));
    open = openAmong(bets);
    tell(ended);
  });

  const renew = (key: typeof BETS | typeof LIMITS) => {
    if (queryClient.getQueryState(key)?.fetchStatus !== 'fetching') return;
    // The answer on its way may be older than what was just heard.
    void queryClient.invalidateQueries({ queryKey: key, exact: true });
  };

  return {
    hear({ limits, bets }) {
      const before = queryClient.getQueryData(LIMITS);
      const list = queryClient.getQueryData(BETS);
      const hasMoved = bets.length > 0 || (before !== undefined && !isSameMoney(before, limits));
      tell(bets);
      notifyManager.batch(() => {
        setInPlace(queryClient, LIMITS, limits);
        if (list !== undefined && bets.length > 0) setInPlace(queryClient, BETS, betsWith(list, bets));
        if (!hasMoved) return;
        renew(LIMITS);
        renew(BETS);
        for (const queryKey of FIGURES) void queryClient.invalidateQueries({ queryKey });
      });
    },
    forget() {
      told.clear();
      open = new Set();
    },
    readAgain() {
      for (const queryKey of [BETS, LIMITS, ...FIGURES]) void queryClient.invalidateQueries({ queryKey });
    },
    stop: stopWatching,
  };
}

/** The list, newest first, with bets that are new or have changed. */
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

/** A bet that was sold has ended by the user's own hand. */
function isEnded({ result }: WireBet): boolean {
  return result !== undefined && result !== 'cashed-out';
}

function isSameMoney(a: WireLimits, b: WireLimits): boolean {
  return a.balance === b.balance && a.usedToday === b.usedToday;
}
