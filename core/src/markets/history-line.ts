import { MOST_POINTS, type Stretch } from './history-range.ts';
import type { Millionths } from './price-point.ts';

/** A new price and its time. */
export interface PricePoint {
  readonly at: Date;
  readonly price: Millionths;
}

/** A chart point, in whole epoch seconds. */
export interface LinePoint {
  readonly second: number;
  readonly price: Millionths;
}

/**
 * The line of a chart. It begins at the stretch's start with the price before it and ends at its end with the price
 * then. Of several changes within a second the last one counts. If there are more changes than a chart shows, the
 * last one of each equal part counts.
 *
 * @param held the price before the first change
 * @param changes in chronological order; some may be before the stretch
 * @param holds the price at the end of the stretch
 */
export function historyLine(given: {
  stretch: Stretch;
  held: Millionths;
  changes: readonly PricePoint[];
  holds: Millionths;
}): LinePoint[] {
  const { stretch, held, changes, holds } = given;
  const start = wholeSecond(stretch.from);
  const end = wholeSecond(stretch.to);
  const line: LinePoint[] = [];
  let latest: LinePoint = { second: start, price: held };
  for (const { at, price } of [...changes, { at: stretch.to, price: holds }]) {
    // If the clock was set back, the line must still run forward.
    const second = Math.min(Math.max(wholeSecond(at), latest.second), end);
    if (second > latest.second) line.push(latest);
    latest = { second, price };
  }
  line.push(latest);
  return thinned(line, { start, end });
}

/** The outcomes that a chart shows: the likeliest, in the market's order. */
export function leadingOutcomes(price: Millionths, most: number): number[] {
  return price
    .map((millionths, outcome) => ({ outcome, chance: millionths ?? 0 }))
    .sort((a, b) => b.chance - a.chance || a.outcome - b.outcome)
    .slice(0, most)
    .map(({ outcome }) => outcome)
    .sort((a, b) => a - b);
}

/** Keeps the first point, and the last point of each equal part of the rest. */
function thinned(line: readonly LinePoint[], { start, end }: { start: number; end: number }): LinePoint[] {
  if (line.length <= MOST_POINTS) return [...line];
  // Multiplied first, so the last second falls exactly into the last part.
  const partOf = ({ second }: LinePoint) => Math.ceil(((second - start) * (MOST_POINTS - 1)) / (end - start));
  return line.filter((point, place) => {
    const next = line[place + 1];
    return next === undefined || partOf(next) !== partOf(point);
  });
}

const wholeSecond = (moment: Date) => Math.floor(moment.getTime() / 1000);
