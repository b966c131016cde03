import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { listWithNews, newestNews } from '@tallystone/core/markets/market-news';
import type { StreamEvent } from './stream.ts';

/**
 * The listed markets as the stream's events make them. A market that the board doesn't know is in `unknown` until it
 * is added: read it with `api.getMarket`.
 */
export class MarketBoard {
  #markets: readonly WireListedMarket[] = [];
  #unknown = new Set<string>();

  /** The listed markets that are known. */
  get markets(): readonly WireListedMarket[] {
    return this.#markets;
  }

  /** Ids of listed markets that the events named but the board doesn't know. */
  get unknown(): readonly string[] {
    return [...this.#unknown];
  }

  get(id: string): WireListedMarket | undefined {
    return this.#markets.find((market) => market.id === id);
  }

  /** Adds or replaces a market that was read on its own, unless the board has a newer version. */
  add(market: WireListedMarket): void {
    this.#unknown.delete(market.id);
    const known = this.get(market.id);
    if (known !== undefined && known.version > market.version) return;
    this.#markets = [...this.#markets.filter(({ id }) => id !== market.id), market];
  }

  /** Applies an event; those that aren't about markets change nothing. */
  take(event: StreamEvent): void {
    if (event.name === 'list') {
      this.#markets = event.data;
      this.#unknown.clear();
    }
    if (event.name !== 'markets') return;
    const news = newestNews([event.data.markets]);
    this.#markets = listWithNews(this.#markets, { news });
    const known = new Set(this.#markets.map(({ id }) => id));
    for (const { id, listed } of news.values()) {
      if (listed && !known.has(id)) this.#unknown.add(id);
      else this.#unknown.delete(id);
    }
  }
}
