import type { WireMarket, WireMarketState } from '@tallystone/core/http-api/markets';
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '../data/api-error.ts';
import { databaseServer } from '../data/database-server.ts';
import { latestListReading } from '../data/market-list.ts';
import {
  betsWithNews,
  fits,
  listWithMarket,
  listWithNews,
  type MarketNews,
  marketWithNews,
  newestNews,
} from '../data/market-news.ts';
import { marketSignals } from '../data/market-signals.ts';
import {
  adminMarketsQuery,
  analyticsQuery,
  betsQuery,
  marketQuery,
  marketStatsQuery,
  marketsQuery,
  solvencyQuery,
} from '../data/queries.ts';
import { serverClock } from '../data/server-clock.ts';
import { renewSoon } from './renew-soon.ts';
import { setInPlace } from './set-in-place.ts';

/** News are kept for this long, in ms: an answer that was asked for before them may come after them. */
const KEPT_MS = 60_000;
/** Markets that are not known are read one by one up to this many; for more the list is read once. */
const READ_SINGLY = 10;
/** Figures that the server works out over many markets are read again at most this often, in ms. */
const TABLES_EVERY_MS = 2_000;
const SUMS_EVERY_MS = 5_000;
/** The list itself, where news are not enough. */
const LIST_EVERY_MS = 1_000;

/** Of a market in these it has been said how it ends: it has facts that news do not bring. */
const ENDING: readonly WireMarketState[] = ['resolving', 'settled', 'void'];
const LIST = marketsQuery.queryKey;
const TABLES: readonly QueryKey[] = [adminMarketsQuery.queryKey];
const SUMS: readonly QueryKey[] = [
  marketStatsQuery.queryKey,
  analyticsQuery.queryKey,
  solvencyQuery.queryKey,
];
/** Results that wait for an admin or for a guardian: they change when markets change their state. */
const QUEUES: readonly QueryKey[] = [['/api/admin/results'], ['/api/guardian/resolutions']];

export interface MarketFollower {
  /** Takes over news of some markets, or with `isWhole` of every listed one. */
  hear(news: readonly MarketNews[], how?: { isWhole?: boolean }): void;
  /** From time to time: how many markets the list of the server holds. */
  count(listed: number): void;
  /** It is not known what was missed: reads again whatever is shown. */
  readAgain(): void;
  stop(): void;
}

/** Keeps every market in the cache as the stream tells of it: in the list, on a page of its own, and in own bets. */
export function followMarkets(queryClient: QueryClient): MarketFollower {
  const heard = new Map<string, { news: MarketNews; at: number }>();
  const reading = new Set<string>();
  const tables = renewSoon(queryClient, TABLES_EVERY_MS);
  const sums = renewSoon(queryClient, SUMS_EVERY_MS);
  const lists = renewSoon(queryClient, LIST_EVERY_MS);
  let era = databaseServer.era(queryClient);
  let miscounts = 0;
  let readFor = '';

  /** What was heard of another database server is not to be put over what is known by now. */
  const forgetOther = () => {
    const now = databaseServer.era(queryClient);
    if (now !== era) heard.clear();
    era = now;
  };

  const hear: MarketFollower['hear'] = (batch, { isWhole = false } = {}) => {
    const news = newestNews([batch]);
    const at = Date.now();
    forgetOther();
    const hasNewState = [...news.values()].some((each) => each.state !== heard.get(each.id)?.news.state);
    if (isWhole) heard.clear();
    for (const each of news.values()) {
      const before = heard.get(each.id)?.news;
      if (before === undefined || each.version >= before.version) heard.set(each.id, { news: each, at });
    }
    notifyManager.batch(() => {
      renewSingles(news, isWhole);
      renewList(news, isWhole);
      renewBets(news);
    });
    for (const queryKey of TABLES) tables.ask(queryKey);
    for (const queryKey of SUMS) sums.ask(queryKey);
    if (hasNewState || isWhole) for (const queryKey of QUEUES) tables.ask(queryKey);
    marketSignals.tell(isWhole ? null : new Set(news.keys()));
  };

  const renewList = (news: ReadonlyMap<string, MarketNews>, isWhole: boolean) => {
    const list = queryClient.getQueryData(LIST);
    if (list === undefined) return;
    const next = listWithNews(list, { news, isWhole });
    if (next !== list) {
      keepDeparted(list, news);
      setInPlace(queryClient, LIST, [...next]);
    }
    readUnknown(next, news);
  };

  /** Whoever looks at a market that leaves the list, such as an open dialog, goes on with what is known of it. */
  const keepDeparted = (list: readonly WireMarket[], news: ReadonlyMap<string, MarketNews>) => {
    for (const market of list) {
      const of = news.get(market.id);
      const { queryKey } = marketQuery(market.id);
      if (of === undefined || of.listed || queryClient.getQueryData(queryKey) !== undefined) continue;
      queryClient.setQueryData(queryKey, marketWithNews(market, of));
      void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    }
  };

  const readUnknown = (list: readonly WireMarket[], news: ReadonlyMap<string, MarketNews>) => {
    const known = new Map<string, WireMarket>();
    for (const market of list) if (news.has(market.id)) known.set(market.id, market);
    const now = serverClock.now().getTime();
    const unknown: string[] = [];
    let isStrange = false;
    for (const each of news.values()) {
      const market = known.get(each.id);
      if (market !== undefined) {
        if (!fits(market, each)) isStrange = true;
      } else if (each.listed && Date.parse(each.endsAt) > now && !reading.has(each.id)) {
        unknown.push(each.id);
      }
    }
    if (isStrange || unknown.length + reading.size > READ_SINGLY) {
      lists.ask(LIST);
      return;
    }
    for (const id of unknown) void readOne(id);
  };

  const readOne = async (id: string) => {
    reading.add(id);
    const askedIn = databaseServer.era(queryClient);
    try {
      const answer = await queryClient.fetchQuery({ ...marketQuery(id), staleTime: 0 });
      if (databaseServer.era(queryClient) !== askedIn) {
        lists.ask(LIST);
        return;
      }
      const news = heard.get(id)?.news;
      const list = queryClient.getQueryData(LIST);
      if (list === undefined || news?.listed === false) return;
      const market = news === undefined ? answer : marketWithNews(answer, news);
      setInPlace(queryClient, LIST, [...listWithMarket(list, market)]);
    } catch (error) {
      // It was deleted meanwhile. Without an answer the list itself says what it holds.
      if (error instanceof ApiError && error.status === 404) return;
      lists.ask(LIST);
    } finally {
      reading.delete(id);
    }
  };

  const renewSingles = (news: ReadonlyMap<string, MarketNews>, isWhole: boolean) => {
    for (const { queryKey, market } of singles(queryClient)) {
      const of = news.get(market.id);
      if (of === undefined) {
        // It is not listed: how it stands by now is not among the news.
        if (isWhole) void queryClient.invalidateQueries({ queryKey, exact: true });
        continue;
      }
      const next = marketWithNews(market, of);
      if (next !== market) setInPlace(queryClient, queryKey, next);
      const hasEnded = next.state !== market.state && ENDING.includes(next.state);
      if (hasEnded || !fits(market, of)) void queryClient.invalidateQueries({ queryKey, exact: true });
    }
  };

  const renewBets = (news: ReadonlyMap<string, MarketNews>) => {
    const bets = queryClient.getQueryData(betsQuery.queryKey);
    if (bets === undefined) return;
    const next = betsWithNews(bets, news);
    if (next !== bets) setInPlace(queryClient, betsQuery.queryKey, [...next]);
  };

  // An answer that came over the network may be older than what was heard meanwhile, and a reading that nobody waits
  // for any more leaves what was there before it. What was heard is put over both before anybody sees them.
  const stopWatching = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    forgetOther();
    const isFromElsewhere = action.type === 'setState' || (action.type === 'success' && !action.manual);
    const [path, ...rest] = query.queryKey;
    if (!isFromElsewhere || path !== LIST[0] || rest.length > 1) return;
    const isAnswer = rest.length === 0 && action.type === 'success';
    if (isAnswer && latestListReading(queryClient)?.isLate) lists.ask(LIST);
    if (heard.size === 0) return;
    const news = new Map([...heard].map(([id, { news: each }]) => [id, each]));
    if (rest.length === 0) renewList(news, false);
    else renewSingles(news, false);
  });

  return {
    hear,
    count(listed) {
      const now = Date.now();
      for (const [id, { at }] of heard) if (now - at > KEPT_MS) heard.delete(id);
      const list = queryClient.getQueryData(LIST);
      if (list === undefined || reading.size > 0) return;
      const at = serverClock.now().getTime();
      const ours = list.filter(({ endsAt }) => Date.parse(endsAt) > at).length;
      // Once may be a market that ends in this very moment; what reading did not mend is not read for again.
      miscounts = ours === listed ? 0 : miscounts + 1;
      const miscount = `${ours} of ${listed}`;
      if (miscounts < 2 || miscount === readFor) return;
      readFor = miscount;
      void queryClient.invalidateQueries({ queryKey: LIST, exact: true });
    },
    readAgain() {
      void queryClient.invalidateQueries({ queryKey: LIST, exact: true });
      for (const { queryKey } of singles(queryClient)) {
        void queryClient.invalidateQueries({ queryKey, exact: true });
      }
      for (const queryKey of [...TABLES, ...QUEUES]) tables.ask(queryKey);
      for (const queryKey of SUMS) sums.ask(queryKey);
      marketSignals.tell(null);
    },
    stop() {
      stopWatching();
      tables.stop();
      sums.stop();
      lists.stop();
    },
  };
}

type MarketKey = ReturnType<typeof marketQuery>['queryKey'];

/** Every market in the cache that was read by its own address. */
function singles(queryClient: QueryClient): { queryKey: MarketKey; market: WireMarket }[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: LIST, predicate: ({ queryKey }) => queryKey.length === 2 })
    .flatMap((query) => {
      const { queryKey } = marketQuery(String(query.queryKey[1]));
      const market = queryClient.getQueryData(queryKey);
      return market === undefined ? [] : [{ queryKey, market }];
    });
}
