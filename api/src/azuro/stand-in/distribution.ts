import { type Counts, endOf, pick } from './counts.ts';
import type { Pair } from './winners-of.ts';

/** How likely each pair of numbers is in one part of a game. */
export class Distribution {
  /** The first pair that can come. */
  readonly from: Pair;
  /** The numbers after the last ones. */
  readonly end: Pair;
  readonly #chances: Float64Array;

  constructor(from: Pair, end: Pair) {
    this.from = from;
    this.end = end;
    this.#chances = new Float64Array((end[0] - from[0]) * (end[1] - from[1]));
  }

  add(home: number, away: number, chance: number): void {
    const place = (home - this.from[0]) * (this.end[1] - this.from[1]) + away - this.from[1];
    this.#chances[place] = (this.#chances[place] ?? 0) + chance;
  }

  /** Visits all pairs. Basketball has ten thousand, for which iterators are slow. */
  each(visit: (home: number, away: number, chance: number) => void): void {
    let place = 0;
    for (let home = this.from[0]; home < this.end[0]; home++) {
      for (let away = this.from[1]; away < this.end[1]; away++) {
        visit(home, away, this.#chances[place] ?? 0);
        place += 1;
      }
    }
  }

  /** The pair on which a share of the whole falls, from 0 to below 1. */
  draw(share: number): Pair {
    const place = pick(this.#chances, share);
    const width = this.end[1] - this.from[1];
    return [this.from[0] + Math.floor(place / width), this.from[1] + (place % width)];
  }
}

/** Independent counts of both sides, except that some pairs are more or less likely by a weight. */
export function combine(
  home: Counts,
  away: Counts,
  weightOf: (home: number, away: number) => number,
): Distribution {
  const pairs = new Distribution([home.from, away.from], [endOf(home), endOf(away)]);
  for (let h = home.from; h < endOf(home); h++) {
    const chance = home.chances[h - home.from] ?? 0;
    for (let a = away.from; a < endOf(away); a++) {
      pairs.add(h, a, chance * (away.chances[a - away.from] ?? 0) * weightOf(h, a));
    }
  }
  return pairs;
}
