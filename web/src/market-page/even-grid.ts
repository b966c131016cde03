import type { PricePoints } from './price-points.ts';

/** As many as the server sends points at most, and about as many as a chart has pixels. */
const SLOTS = 600;

/** Prices at moments of equal distance. */
export interface EvenGrid {
  /** Epoch seconds, strictly rising. */
  at: number[];
  /** Percent, for each line the price that held at each moment. */
  lines: (number | null)[][];
}

/**
 * The points as a chart must have them whose axis counts bars and not seconds: at moments of equal distance, each with
 * the price that held then. Without it a minute with twenty bets would be drawn as wide as a quiet night.
 */
export function evenGrid({ at, lines }: PricePoints): EvenGrid {
  const first = at[0] ?? 0;
  const length = (at.at(-1) ?? first) - first;
  const slots = Math.min(SLOTS, length);
  const moments = Array.from({ length: slots + 1 }, (_, slot) =>
    slots === 0 ? first : first + Math.floor((length * slot) / slots),
  );
  // Both rise, so one walk over the points serves all moments.
  let place = 0;
  const places = moments.map((moment) => {
    while ((at[place + 1] ?? Number.POSITIVE_INFINITY) <= moment) place += 1;
    return place;
  });
  return {
    at: moments,
    lines: lines.map(({ values }) => places.map((held) => values[held] ?? null)),
  };
}

/** The point whose price holds at a moment; the first one for anything earlier. */
export function placeAt(at: readonly number[], moment: number): number {
  const after = at.findIndex((each) => each > moment);
  if (after < 0) return at.length - 1;
  return Math.max(0, after - 1);
}
