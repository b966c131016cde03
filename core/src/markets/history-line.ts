import { MOST_POINTS, type Stretch } from './history-range.ts';
import type { Millionths } from './price-point.ts';

/** What a price became, and when. */
export interface PricePoint {
  readonly at: Date;
  readonly price: Millionths;
}

/** A point of a chart, in whole epoch seconds. */
export interface LinePoint {
  readonly second: number;
  readonly price: Millionths;
}

/**
 * The line that a chart draws: it begins at the start of the stretch with what held then, and ends at its end with what
 * holds then. Of changes within a second the last one counts, and of more changes than a chart shows the last one of
 * each equal part.
 *
 * @param held before the first of the changes
 * @param changes in the order in which they were made; some may lie before the stretch
 * @param holds at the end of the stretch
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
    // A clock that was set back must not turn the line back.
    const second = Math.min(Math.max(wholeSecond(at), latest.second), end);
    if (second > latest.second) line.push(latest);
    latest = { second, price };
  }
  line.push(latest);
  return thinned(line, { start, end });
}

/** The outcomes that a chart shows: the likeliest, in the order of the market's. */
export function leadingOutcomes(price: Millionths, most: number): number[] {
  return price
    .map((millionths, outcome) => ({ outcome, chance: millionths ?? 0 }))
    .sort((a, b) => b.chance - a.chance || a.outcome - b.outcome)
    .slice(0, most)
    .map(({ outcome }) => outcome)
    .sort((a, b) => a - b);
}

/** The first point, and of as many equal parts of the rest as fit beside it the last one each. */
function thinned(line: readonly LinePoint[], { start, end }: { start: number; end: number }): LinePoint[] {
  if (line.length <= MOST_POINTS) return [...line];
  // Multiplied first, so that the last second is of the last part exactly.
  const partOf = ({ second }: LinePoint) => Math.ceil(((second - start) * (MOST_POINTS - 1)) / (end - start));
  return line.filter((point, place) => {
    const next = line[place + 1];
    return next === undefined || partOf(next) !== partOf(point);
  });
}

const wholeSecond = (moment: Date) => Math.floor(moment.getTime() / 1000);
