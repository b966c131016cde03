/** A budget of calls: `burst` at once, refilled evenly. */
export interface Budget {
  perSecond: number;
  burst: number;
}

const SWEEP_ABOVE = 50_000;

/** Token buckets by name, in memory: a process limits what it serves itself. */
export class TokenBuckets {
  readonly #buckets = new Map<string, { tokens: number; at: number }>();
  readonly #nowMs: () => number;

  /** @param nowMs a clock that never jumps */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Takes one call from the bucket. Returns the seconds to wait when it is empty, else null. */
  take(name: string, { perSecond, burst }: Budget): number | null {
    const now = this.#nowMs();
    const bucket = this.#buckets.get(name);
    const tokens = bucket ? Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond) : burst;
    if (tokens < 1) return Math.max(1, Math.ceil((1 - tokens) / perSecond));
    // Deleted first, so that the map's order is the order of last use.
    this.#buckets.delete(name);
    this.#buckets.set(name, { tokens: tokens - 1, at: now });
    if (this.#buckets.size > SWEEP_ABOVE) this.#forgetOldest();
    return null;
  }

  #forgetOldest(): void {
    let surplus = this.#buckets.size - SWEEP_ABOVE / 2;
    for (const name of this.#buckets.keys()) {
      if (surplus-- <= 0) return;
      this.#buckets.delete(name);
    }
  }
}
