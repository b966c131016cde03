/** A histogram of durations by the millisecond, which needs little memory. */
export class Delays {
  readonly #counts = new Uint32Array(60_001);
  #count = 0;

  add(ms: number): void {
    const place = Math.min(this.#counts.length - 1, Math.max(0, Math.ceil(ms)));
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  /** The smallest number of milliseconds within which this share of them finished. */
  within(share: number): number {
    const wanted = share * this.#count;
    let seen = 0;
    for (const [ms, count] of this.#counts.entries()) {
      seen += count;
      if (seen >= wanted && seen > 0) return ms;
    }
    return this.#counts.length - 1;
  }
}

/** As in `median 3 ms, 95% 9 ms, 99% 12 ms, all 40 ms`. */
export function inWords(delays: Delays): string {
  const [median, most, nearlyAll, all] = [0.5, 0.95, 0.99, 1].map((share) => delays.within(share));
  return `median ${median} ms, 95% ${most} ms, 99% ${nearlyAll} ms, all ${all} ms`;
}
