import type { WireListedMarket } from '@tallystone/core/http-api/markets';

/** When each reader first had each version of each market, in ms since the beginning. */
export class Arrivals {
  readonly begin = performance.timeOrigin + performance.now();
  readonly #places: ReadonlyMap<string, { place: number; version: number }>;
  readonly #perMarket: number;
  readonly #perReader: number;
  readonly #at: Float32Array;

  constructor({
    readers,
    changes,
    markets,
  }: {
    readers: number;
    /** Evenly spread over the markets. */
    changes: number;
    markets: readonly WireListedMarket[];
  }) {
    this.#perMarket = Math.ceil(changes / markets.length);
    this.#perReader = this.#perMarket * markets.length;
    this.#at = new Float32Array(readers * this.#perReader);
    this.#places = new Map(markets.map(({ id, version }, place) => [id, { place, version }]));
  }

  /** A reader who had one version of a market now has another. */
  note(reader: number, marketId: string, { from, to }: { from: number; to: number }): void {
    const market = this.#places.get(marketId);
    if (market === undefined) return;
    const now = performance.timeOrigin + performance.now() - this.begin;
    for (let version = Math.max(from, market.version) + 1; version <= to; version++) {
      const at = this.#index(reader, market, version);
      if (this.#at[at] === 0) this.#at[at] = now;
    }
  }

  /** In ms since the beginning; null if it never arrived. */
  of(reader: number, marketId: string, version: number): number | null {
    const market = this.#places.get(marketId);
    if (market === undefined) return null;
    const at = this.#at[this.#index(reader, market, version)];
    return at === undefined || at === 0 ? null : at;
  }

  #index(reader: number, market: { place: number; version: number }, version: number): number {
    return reader * this.#perReader + market.place * this.#perMarket + (version - market.version - 1);
  }
}
