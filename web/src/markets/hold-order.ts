/**
 * The list in the order the reader already sees: markets that were shown stay where they are, with
 * their new figures, and newcomers follow. Used while a pointer, focus or dialog rests on a card.
 */
export function holdOrder<T extends { id: string }>(list: {
  shownIds: readonly string[];
  /** Every market, also those that would now leave the list. */
  all: readonly T[];
  /** What the list would be without holding. */
  sorted: readonly T[];
}): T[] {
  const { shownIds, all, sorted } = list;
  const byId = new Map(all.map((market) => [market.id, market]));
  const kept = shownIds.flatMap((id) => byId.get(id) ?? []);
  const known = new Set(shownIds);
  const newcomers = sorted.filter(({ id }) => !known.has(id));
  return [...kept, ...newcomers];
}
