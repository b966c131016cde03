import type { HistoryRange } from '@tallystone/core/http-api/markets';

/** From the shortest to the whole life of a market. */
export const RANGES = ['1H', '6H', '1D', '1W', 'All'] as const satisfies readonly HistoryRange[];

const INITIAL: HistoryRange = '1D';

/** The range that an address names; the last day when it names none of them. */
export function parseRange(text: string | null): HistoryRange {
  return RANGES.find((range) => range === text) ?? INITIAL;
}

/** The address of a range among the search parameters; the first shown one needs none. */
export function withRange(before: URLSearchParams, range: HistoryRange): URLSearchParams {
  const after = new URLSearchParams(before);
  if (range === INITIAL) after.delete('range');
  else after.set('range', range);
  return after;
}
