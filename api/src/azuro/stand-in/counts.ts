/** How often a side scores each number: the chance of `from`, of `from + 1` and so on. They sum to 1. */
export interface Counts {
  readonly from: number;
  readonly chances: readonly number[];
}

/** Rarer numbers are left out. */
const NEGLIGIBLE = 1e-6;

/**
 * Counts with this mean: Poisson's if `spread` is 1, else negative binomial ones, whose variance is `spread` times the
 * mean. The sum of two independent ones has the same spread.
 */
export function countsOf(mean: number, spread: number): Counts {
  const size = mean / (spread - 1);
  let chance = spread === 1 ? Math.exp(-mean) : spread ** -size;
  const all: number[] = [];
  for (let n = 0; n <= mean || chance > NEGLIGIBLE; n++) {
    all.push(chance);
    chance *= spread === 1 ? mean / (n + 1) : ((size + n) / (n + 1)) * (1 - 1 / spread);
  }
  const from = all.findIndex((each) => each > NEGLIGIBLE);
  const kept = all.slice(from);
  const sum = sumOf(kept);
  return { from, chances: kept.map((each) => each / sum) };
}

/** The number after the last one. */
export function endOf({ from, chances }: Counts): number {
  return from + chances.length;
}

/** The chances that the first count and a lead are above, equal to and below the second count. */
export function compare(first: Counts, second: Counts, lead = 0): [number, number, number] {
  const below = runningSums(second.chances);
  let [above, equal] = [0, 0];
  for (const [i, chance] of first.chances.entries()) {
    const place = first.from + i + lead - second.from;
    above += chance * (below[Math.min(Math.max(place, 0), below.length - 1)] ?? 0);
    equal += chance * (second.chances[place] ?? 0);
  }
  return [above, equal, 1 - above - equal];
}

/** The sums of the values before each place, and of all. */
function runningSums(values: readonly number[]): number[] {
  const sums = [0];
  for (const [i, value] of values.entries()) sums.push((sums[i] ?? 0) + value);
  return sums;
}

/** How a known sum of two independent counts divides: weights of the first one being 0, 1 and so on. */
export function divide(sum: number, first: Counts, second: Counts): number[] {
  return Array.from({ length: sum + 1 }, (_, n) => chanceOf(first, n) * chanceOf(second, sum - n));
}

function chanceOf({ from, chances }: Counts, n: number): number {
  return chances[n - from] ?? 0;
}

/** The place on which a share of the whole falls, if each place is as wide as its weight. */
export function pick(weights: Iterable<number>, share: number): number {
  let left = share * sumOf(weights);
  let [place, last] = [0, 0];
  for (const weight of weights) {
    if (weight > 0) last = place;
    left -= weight;
    if (left < 0) return place;
    place += 1;
  }
  // Rounding may leave a little after the last place.
  return last;
}

export function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
