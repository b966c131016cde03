import type { WireListedMarket } from '@tallystone/core/http-api/markets';

export interface FilterValue {
  id: string;
  count: number;
}

/**
 * The values of a field in a list with their numbers of markets, the most frequent first; ties by their order in the list.
 *
 * @param chosen added with zero if no market has it, so that a person sees what is chosen
 */
export function filterValues(
  markets: readonly WireListedMarket[],
  { field, chosen }: { field: 'subcategory' | 'league'; chosen: string | null },
): readonly FilterValue[] {
  const counts = new Map<string, number>();
  for (const { [field]: id } of markets) if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
  if (chosen !== null && !counts.has(chosen)) counts.set(chosen, 0);
  return [...counts].map(([id, count]) => ({ id, count })).sort((a, b) => b.count - a.count);
}
