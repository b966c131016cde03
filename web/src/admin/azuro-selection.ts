/** One import takes at most this many games. */
export const MOST_GAMES = 500;

/** The games chosen for an import, in the order they were chosen. */
export interface GameSelection {
  readonly ids: ReadonlySet<string>;
  /** Where a range of shift-clicks starts. */
  readonly anchor: string | null;
  /** How many of those asked for last had no room. */
  readonly refused: number;
}

export const NO_GAMES: GameSelection = { ids: new Set(), anchor: null, refused: 0 };

/** Takes a game in, or out when it was in. */
export function toggleGame(selection: GameSelection, id: string): GameSelection {
  if (!selection.ids.has(id)) return addGames({ ...selection, anchor: id }, [id]);
  const ids = new Set(selection.ids);
  ids.delete(id);
  return { ids, anchor: id, refused: 0 };
}

/**
 * Takes in, or out, everything between the game clicked last and this one, both included.
 *
 * @param choosable ids of the list as it is shown, in its order, without those that cannot be chosen
 */
export function toggleRange(
  selection: GameSelection,
  { id, choosable }: { id: string; choosable: readonly string[] },
): GameSelection {
  const from = selection.anchor === null ? -1 : choosable.indexOf(selection.anchor);
  const to = choosable.indexOf(id);
  if (from < 0 || to < 0) return toggleGame(selection, id);
  const range = choosable.slice(Math.min(from, to), Math.max(from, to) + 1);
  if (!selection.ids.has(id)) return addGames(selection, from < to ? range : range.toReversed());
  const ids = new Set(selection.ids);
  for (const each of range) ids.delete(each);
  return { ...selection, ids, refused: 0 };
}

/** Takes in as many of the games as one import has room for, the first first. */
export function addGames(selection: GameSelection, wanted: readonly string[]): GameSelection {
  const ids = new Set(selection.ids);
  const fresh = wanted.filter((id) => !ids.has(id));
  for (const id of fresh.slice(0, MOST_GAMES - ids.size)) ids.add(id);
  return { ...selection, ids, refused: fresh.length - (ids.size - selection.ids.size) };
}

/** Leaves out what can no longer be chosen, such as a game that has started meanwhile. */
export function keepChoosable(selection: GameSelection, choosable: ReadonlySet<string>): readonly string[] {
  return [...selection.ids].filter((id) => choosable.has(id));
}
