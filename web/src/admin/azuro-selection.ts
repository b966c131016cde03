/** Most games in one import. */
export const MOST_GAMES = 500;

/** The games selected for an import, in the order they were selected. */
export interface GameSelection {
  readonly ids: ReadonlySet<string>;
  /** Where a shift-click range starts. */
  readonly anchor: string | null;
  /** How many games of the last selection didn't fit. */
  readonly refused: number;
}

export const NO_GAMES: GameSelection = { ids: new Set(), anchor: null, refused: 0 };

/** Selects a game, or deselects it if it was selected. */
export function toggleGame(selection: GameSelection, id: string): GameSelection {
  if (!selection.ids.has(id)) return addGames({ ...selection, anchor: id }, [id]);
  const ids = new Set(selection.ids);
  ids.delete(id);
  return { ids, anchor: id, refused: 0 };
}

/**
 * Selects or deselects everything from the last clicked game to this one, both included.
 *
 * @param choosable ids of the selectable games in the order shown
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

/** Selects games from the first on until the import is full. */
export function addGames(selection: GameSelection, wanted: readonly string[]): GameSelection {
  const ids = new Set(selection.ids);
  const fresh = wanted.filter((id) => !ids.has(id));
  for (const id of fresh.slice(0, MOST_GAMES - ids.size)) ids.add(id);
  return { ...selection, ids, refused: fresh.length - (ids.size - selection.ids.size) };
}

/** Drops games that can no longer be selected, such as one that has started since. */
export function keepChoosable(selection: GameSelection, choosable: ReadonlySet<string>): readonly string[] {
  return [...selection.ids].filter((id) => choosable.has(id));
}
