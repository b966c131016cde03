import type { HistoryRange } from '@tallystone/core/http-api/markets';

/** From the last hour to the market's whole history. */
export const RANGES = ['1H', '6H', '1D', '1W', 'All'] as const satisfies readonly HistoryRange[];

const INITIAL: HistoryRange = '1D';

/** The range in the URL; the last day if it names none. */
export function parseRange(text: string | null): HistoryRange {
  return RANGES.find((range) => range === text) ?? INITIAL;
}

/** Sets the range in the search parameters; the initial range needs no parameter. */
export function withRange(before: URLSearchParams, range: HistoryRange): URLSearchParams {
  const after = new URLSearchParams(before);
  if (range === INITIAL) after.delete('range');
  else after.set('range', range);
  return after;
}
