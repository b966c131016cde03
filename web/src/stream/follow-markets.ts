import type { WireListedMarket, WireMarket, WireMarketState } from '@tallystone/core/http-api/markets';
import {
  betsWithNews,
  fits,
  listWithMarket,
  listWithNews,
  type MarketNews,
  marketWithNews,
  newestNews,
  wholeWithNews,
} from '@tallystone/core/markets/market-news';
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '../data/api-error.ts';
import { databaseServer } from '../data/database-server.ts';
import { latestListReading } from '../data/market-list.ts';
import { marketNewsSignal } from '../data/market-news-signal.ts';
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

/** How long news are kept, in ms: an answer requested before them may arrive after them. */
const KEPT_MS = 60_000;
/** Up to this many unknown markets are read one by one; for more the whole list is read. */
const READ_SINGLY = 10;
/** How often figures that the server computes over many markets are reread at most, in ms. */
const TABLES_EVERY_MS = 2_000;
const SUMS_EVERY_MS = 5_000;
/** The same for the list, when news aren't enough. */
const LIST_EVERY_MS = 1_000;

/** States in which a market has facts that news don't include, such as its result. */
const ENDING: readonly WireMarketState[] = ['resolving', 'settled', 'void'];
const LIST = marketsQuery.queryKey;
const TABLE = adminMarketsQuery.queryKey;
const SUMS: readonly QueryKey[] = [
  marketStatsQuery.queryKey,
  analyticsQuery.queryKey,
  solvencyQuery.queryKey,
];
/** Results that wait for an admin or a guardian. They change when a market changes its state. */
const QUEUES: readonly QueryKey[] = [['/api/admin/results'], ['/api/guardian/resolutions']];

/** Updates the markets in the cache from the stream: in the list, on market pages, and in the user's bets. */
export function followMarkets(queryClient: QueryClient) {
  const received = new Map<string, { news: MarketNews; at: number }>();
  const reading = new Set<string>();
  const tables = renewSoon(queryClient, TABLES_EVERY_MS);
  const sums = renewSoon(queryClient, SUMS_EVERY_MS);
  const lists = renewSoon(queryClient, LIST_EVERY_MS);
  let era = databaseServer.era(queryClient);
  let miscounts = 0;
  let readFor = '';

  /** Drops the news of another database server, so they don't overwrite newer data. */
  const forgetOther = () => {
    const now = databaseServer.era(queryClient);
    if (now !== era) received.clear();
    era = now;
  };

  /** Applies news of some markets, or with `isWhole` of every listed one. */
  const receive = (batch: readonly MarketNews[], { isWhole = false } = {}) => {
    const news = newestNews([batch]);
    const at = Date.now();
    forgetOther();
    const hasNewState = [...news.values()].some((each) => each.state !== received.get(each.id)?.news.state);
    if (isWhole) received.clear();
    for (const each of news.values()) {
      const before = received.get(each.id)?.news;
      if (before === undefined || each.version >= before.version) received.set(each.id, { news: each, at });
    }
    notifyManager.batch(() => {
      marketNewsSignal.emit(news);
      renewSingles(news, isWhole);
      renewList(news, isWhole);
      renewBets(news);
    });
    tables.ask(TABLE);
    for (const queryKey of SUMS) sums.ask(queryKey);
    if (hasNewState || isWhole) for (const queryKey of QUEUES) tables.ask(queryKey);
    marketSignals.emit(isWhole ? null : new Set(news.keys()));
  };

  const renewList = (news: ReadonlyMap<string, MarketNews>, isWhole: boolean) => {
    const list = queryClient.getQueryData(LIST);
    if (list === undefined) return;
    const next = listWithNews(list, { news, isWhole });
    if (next !== list) setInPlace(queryClient, LIST, [...next]);
    readUnknown(next, news);
  };

  const readUnknown = (list: readonly WireListedMarket[], news: ReadonlyMap<string, MarketNews>) => {
    const known = new Map<string, WireListedMarket>();
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
      const news = received.get(id)?.news;
      const list = queryClient.getQueryData(LIST);
      if (list === undefined || news?.listed === false) return;
      const market = news === undefined ? answer : marketWithNews(answer, news);
      setInPlace(queryClient, LIST, [...listWithMarket(list, market)]);
    } catch (error) {
      // The market has been deleted. After any other error the list is read.
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
        // A snapshot has only listed markets, so this one must be read again.
        if (isWhole) void queryClient.invalidateQueries({ queryKey, exact: true });
        continue;
      }
      const next = wholeWithNews(market, of);
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

  // A network answer may be older than the news received since it was requested, and a cancelled read restores the data
  // from before it. Both get the news applied before they are rendered.
  const stopWatching = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    forgetOther();
    const isFromElsewhere = action.type === 'setState' || (action.type === 'success' && !action.manual);
    const [path, ...rest] = query.queryKey;
    if (!isFromElsewhere || path !== LIST[0] || rest.length > 1) return;
    const isAnswer = rest.length === 0 && action.type === 'success';
    if (isAnswer && latestListReading(queryClient)?.isLate) lists.ask(LIST);
    if (received.size === 0) return;
    const news = new Map([...received].map(([id, { news: each }]) => [id, each]));
    if (rest.length === 0) renewList(news, false);
    else renewSingles(news, false);
  });

  return {
    receive,
    /** Compares the list with the number of markets in the server's list. */
    count(listed: number) {
      const now = Date.now();
      for (const [id, { at }] of received) if (now - at > KEPT_MS) received.delete(id);
      const list = queryClient.getQueryData(LIST);
      if (list === undefined || reading.size > 0) return;
      const at = serverClock.now().getTime();
      const ours = list.filter(({ endsAt }) => Date.parse(endsAt) > at).length;
      // A single miscount may be a market that ends right now. The same miscount isn't reread twice.
      miscounts = ours === listed ? 0 : miscounts + 1;
      const miscount = `${ours} of ${listed}`;
      if (miscounts < 2 || miscount === readFor) return;
      readFor = miscount;
      void queryClient.invalidateQueries({ queryKey: LIST, exact: true });
    },
    /** Rereads what is shown, when events may have been missed. */
    readAgain() {
      void queryClient.invalidateQueries({ queryKey: LIST, exact: true });
      for (const { queryKey } of singles(queryClient)) {
        void queryClient.invalidateQueries({ queryKey, exact: true });
      }
      for (const queryKey of [TABLE, ...QUEUES]) tables.ask(queryKey);
      for (const queryKey of SUMS) sums.ask(queryKey);
      marketSignals.emit(null);
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

/** Every market in the cache that was read on its own. */
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
