import type { PricePoints } from './price-points.ts';

/** The server sends at most this many points, and a chart is about this many pixels wide. */
const SLOTS = 600;

/** Prices at evenly spaced moments. */
export interface EvenGrid {
  /** Epoch seconds, strictly rising. */
  at: number[];
  /** Percent: for each line, the price at each moment. */
  lines: (number | null)[][];
}

/**
 * Converts the points to evenly spaced moments, each with its price, because the chart's axis counts bars and not
 * seconds. Otherwise a minute with twenty bets would be as wide as a quiet night.
 */
export function evenGrid({ at, lines }: PricePoints): EvenGrid {
  const first = at[0] ?? 0;
  const length = (at.at(-1) ?? first) - first;
  const slots = Math.min(SLOTS, length);
  const moments = Array.from({ length: slots + 1 }, (_, slot) =>
    slots === 0 ? first : first + Math.floor((length * slot) / slots),
  );
  // Both are in ascending order, so one pass over the points is enough for all moments.
  let place = 0;
  const places = moments.map((moment) => {
    while ((at[place + 1] ?? Number.POSITIVE_INFINITY) <= moment) place += 1;
    return place;
  });
  return {
    at: moments,
    lines: lines.map(({ values }) => places.map((index) => values[index] ?? null)),
  };
}

/** The index of the point whose price applies at a moment; 0 for anything earlier. */
export function placeAt(at: readonly number[], moment: number): number {
  const after = at.findIndex((each) => each > moment);
  if (after < 0) return at.length - 1;
  return Math.max(0, after - 1);
}
