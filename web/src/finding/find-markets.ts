import type { Category, WireMarket } from '@tallystone/core/http-api/markets';
import type { ListQuery, ListSort } from './list-query.ts';
import { type ListedMarket, listedMarket } from './listed-market.ts';

/** The view "Closing soon" holds what closes within this time. */
const SOON_MS = 24 * 3_600_000;
/** How many markets the view "Biggest volume" holds. */
const BIGGEST = 50;

export interface FoundMarkets {
  /** What is listed, in its order. */
  shown: readonly WireMarket[];
  /** How many open markets each category holds, whatever is searched. Categories without any are absent. */
  held: ReadonlyMap<Category, number>;
  /** How many of them fit the search and the watchlist. */
  fitting: ReadonlyMap<Category, number>;
  /** The same over all categories. */
  fittingInAll: number;
  /** Which markets of the watchlist are open. */
  watchedOpen: ReadonlySet<string>;
}

/**
 * What a query finds among the markets that have not ended, in one pass over them. Five thousand take some
 * milliseconds, so this may run with every key that is typed and with every price that changes.
 *
 * @param watched ids of the watchlist
 */
export function findMarkets(list: {
  markets: readonly WireMarket[];
  query: ListQuery;
  watched: ReadonlySet<string>;
  now: Date;
}): FoundMarkets {
  const { markets, query, watched } = list;
  const nowMs = list.now.getTime();
  const held = new Map<Category, number>();
  const fitting = new Map<Category, number>();
  const watchedOpen = new Set<string>();
  const chosen: ListedMarket[] = [];
  let fittingInAll = 0;
  for (const market of markets) {
    const listed = listedMarket(market);
    // Neither past nor unreadable: a market whose end nobody knows can be neither ordered nor bet on.
    if (!(listed.endMs > nowMs)) continue;
    const { category } = market;
    held.set(category, (held.get(category) ?? 0) + 1);
    const isWatched = watched.has(market.id);
    if (isWatched) watchedOpen.add(market.id);
    if (query.watchedOnly && !isWatched) continue;
    if (!hasWords(listed, query.words)) continue;
    fitting.set(category, (fitting.get(category) ?? 0) + 1);
    fittingInAll++;
    if (isInScope(listed, query, nowMs)) chosen.push(listed);
  }
  const ordered = order(biggestOf(chosen, query), query.sort, nowMs);
  return { shown: ordered.map(({ market }) => market), held, fitting, fittingInAll, watchedOpen };
}

function hasWords(listed: ListedMarket, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { text } = listed;
  return words.every((word) => text.includes(word));
}

function isInScope(listed: ListedMarket, { view, category }: ListQuery, nowMs: number): boolean {
  switch (view) {
    case null:
      return listed.market.category === category;
    case 'all':
      return true;
    case 'closing-soon':
      return takesBets(listed, nowMs) && listed.closesMs <= nowMs + SOON_MS;
    case 'biggest-volume':
      return listed.volume > 0;
  }
}

function biggestOf(chosen: ListedMarket[], { view }: ListQuery): ListedMarket[] {
  return view === 'biggest-volume' ? chosen.sort(byVolume).slice(0, BIGGEST) : chosen;
}

function order(chosen: ListedMarket[], sort: ListSort, nowMs: number): ListedMarket[] {
  switch (sort) {
    case 'default':
      // What is live ends within the hour, before all that is to come: one comparison makes both orders.
      return chosen.sort(byEnd);
    case 'closing': {
      const open = chosen.filter((listed) => takesBets(listed, nowMs)).sort(byClose);
      const closed = chosen.filter((listed) => !takesBets(listed, nowMs)).sort(byEnd);
      return [...open, ...closed];
    }
    case 'volume':
      return chosen.sort(byVolume);
    case 'name':
      return chosen.sort(byName);
  }
}

function takesBets({ market, closesMs }: ListedMarket, nowMs: number): boolean {
  return market.state === 'open' && closesMs > nowMs;
}

// Sorting keeps the order of what ties, which is the server's.
const byEnd = (a: ListedMarket, b: ListedMarket) => a.endMs - b.endMs;
const byClose = (a: ListedMarket, b: ListedMarket) => a.closesMs - b.closesMs;
const byVolume = (a: ListedMarket, b: ListedMarket) => b.volume - a.volume || a.endMs - b.endMs;
const byName = (a: ListedMarket, b: ListedMarket) =>
  a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : a.endMs - b.endMs;
