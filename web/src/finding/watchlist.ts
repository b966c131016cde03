/** A watched market. The title is kept for when the market has left the list. */
export interface Watched {
  readonly id: string;
  readonly title: string;
}

/** Most markets on a watchlist: more than anyone watches, and few enough to parse on every visit. */
export const WATCHLIST_LIMIT = 100;
const TITLE_LIMIT = 160;
const ID_LIMIT = 64;
/** We never write a longer text. */
const TEXT_LIMIT = WATCHLIST_LIMIT * 1200;

/** Parses the stored list and leaves out invalid entries, such as those of an older page. */
export function parseWatchlist(text: string | null): readonly Watched[] {
  if (text === null || text.length > TEXT_LIMIT) return [];
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  const seen = new Set<string>();
  const list: Watched[] = [];
  for (const entry of stored) {
    const watched = readWatched(entry);
    if (watched === null || seen.has(watched.id)) continue;
    seen.add(watched.id);
    list.push(watched);
    if (list.length === WATCHLIST_LIMIT) break;
  }
  return list;
}

/** The list with one more market, latest first; null if it is full. */
export function addWatched(list: readonly Watched[], market: Watched): readonly Watched[] | null {
  const others = list.filter(({ id }) => id !== market.id);
  if (others.length >= WATCHLIST_LIMIT) return null;
  return [{ id: market.id, title: (market.title ?? '').slice(0, TITLE_LIMIT) }, ...others];
}

export function removeWatched(list: readonly Watched[], ids: readonly string[]): readonly Watched[] {
  return list.filter(({ id }) => !ids.includes(id));
}

function readWatched(entry: unknown): Watched | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { id, title } = entry as Record<string, unknown>; // an object; both are checked below
  if (typeof id !== 'string' || id === '' || id.length > ID_LIMIT) return null;
  return { id, title: typeof title === 'string' ? title.slice(0, TITLE_LIMIT) : '' };
}
