/**
 * Keeps the order on the screen while a pointer, focus or dialog is on a card: the markets already shown keep their
 * places with new figures, and new markets follow.
 */
export function keepOrder<T extends { id: string }>(list: {
  shownIds: readonly string[];
  /** Every market, including those that would now leave the list. */
  all: readonly T[];
  /** The list in its new order. */
  sorted: readonly T[];
}): T[] {
  const { shownIds, all, sorted } = list;
  const byId = new Map(all.map((market) => [market.id, market]));
  const kept = shownIds.flatMap((id) => byId.get(id) ?? []);
  const known = new Set(shownIds);
  const newcomers = sorted.filter(({ id }) => !known.has(id));
  return [...kept, ...newcomers];
}
