/** A repeatable random generator: the same seed gives the same numbers on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  unit(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<T>(choices: readonly T[]): T;
  /** An index in a list of shares that sum to 1, each as often as its share. */
  pickBy(shares: readonly number[]): number;
  /** True with this probability: 0 never, 1 always. */
  chance(share: number): boolean;
  /** From 0 up, on average `mean`: the wait for a random event. */
  exponential(mean: number): number;
  /** Normally distributed around 0 with deviation 1. */
  normal(): number;
  bytes(count: number): Uint8Array;
}

/** @param seed any whole number */
export function seededRandom(seed: number): Random {
  // Mulberry32: 32 bits of state reach every value once, which is plenty for making up cases.
  let state = seed >>> 0;
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(unit() * (most - least + 1));
  return {
    unit,
    between,
    pick(choices) {
      const choice = choices[between(0, choices.length - 1)];
      if (choice === undefined) throw new RangeError('nothing to pick from');
      return choice;
    },
    pickBy(shares) {
      let left = unit();
      const place = shares.findIndex((share) => {
        left -= share;
        return left < 0;
      });
      return place < 0 ? shares.length - 1 : place;
    },
    chance: (share) => unit() < share,
    exponential: (mean) => -Math.log(1 - unit()) * mean,
    normal: () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit()),
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
  };
}
