/** A market that somebody keeps an eye on. Its title stays known when the market has left the list. */
export interface Watched {
  readonly id: string;
  readonly title: string;
}

/** Markets of a watchlist: more than anybody looks after, and few enough to be read at every visit. */
export const WATCHLIST_LIMIT = 100;
const TITLE_LIMIT = 160;
const ID_LIMIT = 64;
/** Nothing that we have written is longer. */
const TEXT_LIMIT = WATCHLIST_LIMIT * 1200;

/** Reads what is stored. What others have put there, or an older page, is left out as far as it makes no sense. */
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

/** The list with one more, the latest first; null when it is full. */
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
  const { id, title } = entry as Record<string, unknown>; // an object of whatever
  if (typeof id !== 'string' || id === '' || id.length > ID_LIMIT) return null;
  return { id, title: typeof title === 'string' ? title.slice(0, TITLE_LIMIT) : '' };
}
