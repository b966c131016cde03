import type { WireBet } from '../http-api/betting.ts';
import type { WireListedMarket, WireMarket, WireOutcome } from '../http-api/markets.ts';
import type { StreamEvent } from '../http-api/stream.ts';

/** The stream's news of a market: all fields of its list entry that change, and its winner. */
export type MarketNews = StreamEvent<'markets'>['markets'][number];

type OutcomeNews = MarketNews['outcomes'][number];

/** Optional fields: if the news don't have one, the market no longer has it. */
const SOMETIMES_THERE = ['suspension', 'margin', 'startsAt', 'more', 'inPlay'] as const;

/** The latest news of each market, by its id. */
export type NewsByMarket = ReadonlyMap<string, MarketNews>;

/** The list entry with its news applied; the same object if it is already as new. */
export function marketWithNews(market: WireListedMarket, news: MarketNews): WireListedMarket {
  if (news.version <= market.version || !fits(market, news)) return market;
  const { listed: _, wonOutcomeId: __, alsoWonIds: ___, sideOf: ____, closesAt, ...moved } = news;
  const now: WireListedMarket = {
    ...market,
    ...moved,
    // `fits` has found one for each.
    outcomes: market.outcomes.map((outcome, place) =>
      outcomeWithNews(outcome, news.outcomes[place] as OutcomeNews),
    ),
  };
  for (const name of SOMETIMES_THERE) if (!(name in news)) delete now[name];
  if (closesAt === news.endsAt) delete now.closesAt;
  else now.closesAt = closesAt;
  return now;
}

/** The same for a whole market, which may have a winner. What the news don't have, such as its draw, stays. */
export function wholeWithNews(market: WireMarket, news: MarketNews): WireMarket {
  const now = marketWithNews(market, news);
  const { closesAt, wonOutcomeId, alsoWonIds } = news;
  return now === market ? market : { ...now, draw: market.draw, closesAt, wonOutcomeId, alsoWonIds };
}

/** Whether the news fit the known market. If they don't, it is read again. */
export function fits(market: WireListedMarket, news: MarketNews): boolean {
  return market.outcomes.length === news.outcomes.length;
}

/**
 * The list with the news applied and without the markets that have left it. The same array if nothing changed.
 *
 * @param isWhole the news cover every listed market, so a market without news has left the list
 */
export function listWithNews(
  list: readonly WireListedMarket[],
  { news, isWhole = false }: { news: NewsByMarket; isWhole?: boolean },
): readonly WireListedMarket[] {
  let changed = false;
  const next: WireListedMarket[] = [];
  for (const market of list) {
    const of = news.get(market.id);
    const hasLeft = of === undefined ? isWhole : !of.listed && of.version >= market.version;
    const now = hasLeft ? null : of === undefined ? market : marketWithNews(market, of);
    if (now !== market) changed = true;
    if (now !== null) next.push(now);
  }
  return changed ? next : list;
}

/** The list with one more market, in the server's order: by end, then by id. */
export function listWithMarket(
  list: readonly WireListedMarket[],
  market: WireListedMarket,
): readonly WireListedMarket[] {
  if (list.some(({ id }) => id === market.id)) return list;
  const at = list.findIndex((each) => comesBefore(market, each));
  return at < 0 ? [...list, market] : [...list.slice(0, at), market, ...list.slice(at)];
}

/** The bets with the news of their markets applied. The same array if nothing changed. */
export function betsWithNews(bets: readonly WireBet[], news: NewsByMarket): readonly WireBet[] {
  let changed = false;
  const next = bets.map((bet) => {
    const of = news.get(bet.marketId);
    if (of === undefined) return bet;
    const { state, settlesBy } = bet.market;
    // Only an open bet waits for its result.
    if (of.state === state && (settlesBy === undefined || of.settlesBy === settlesBy)) return bet;
    changed = true;
    return { ...bet, market: { ...bet.market, state: of.state, settlesBy: of.settlesBy } };
  });
  return changed ? next : bets;
}

/** The latest news of each market in several batches. If versions are equal, the later batch counts. */
export function newestNews(batches: readonly (readonly MarketNews[])[]): Map<string, MarketNews> {
  const newest = new Map<string, MarketNews>();
  for (const each of batches.flat()) {
    const before = newest.get(each.id);
    if (before === undefined || each.version >= before.version) newest.set(each.id, each);
  }
  return newest;
}

function outcomeWithNews(outcome: WireOutcome, news: OutcomeNews): WireOutcome {
  const [odds, probability, maxAtOdds] = news;
  const isSame =
    outcome.odds === odds && outcome.probability === probability && outcome.maxAtOdds === maxAtOdds;
  return isSame ? outcome : { ...outcome, odds, probability, maxAtOdds };
}

function comesBefore(a: WireListedMarket, b: WireListedMarket): boolean {
  const [aEnds, bEnds] = [Date.parse(a.endsAt), Date.parse(b.endsAt)];
  return aEnds === bEnds ? a.id < b.id : aEnds < bEnds;
}
