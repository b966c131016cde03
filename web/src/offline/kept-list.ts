import type { WireMarket } from '@tallystone/core/http-api/markets';

/** Beside the files that the worker keeps; it goes with them. */
const CACHE = 'tallystone-list';
const KEY = '/api/markets';
/** To be raised when markets of the wire change so that older ones cannot be shown any more. */
const SHAPE = 1;
/** As many as somebody without a connection will look through. */
const MOST_MARKETS = 500;

/** The market list as it was at a moment, for showing it without a connection. It holds nothing of anybody. */
export interface KeptList {
  /** Ms of the browser's clock: until then the prices were those of the server. */
  at: number;
  markets: WireMarket[];
}

/** Where the browser allows it; else there is none. */
export const keptList = {
  async write({ at, markets }: { at: number; markets: readonly WireMarket[] }): Promise<void> {
    if (!('caches' in globalThis)) return;
    const kept = { shape: SHAPE, at, markets: markets.slice(0, MOST_MARKETS) };
    const cache = await caches.open(CACHE);
    await cache.put(
      KEY,
      new Response(JSON.stringify(kept), { headers: { 'content-type': 'application/json' } }),
    );
  },

  async read(): Promise<KeptList | null> {
    if (!('caches' in globalThis) || !(await caches.has(CACHE))) return null;
    const answer = await (await caches.open(CACHE)).match(KEY);
    return answer === undefined ? null : parse(await answer.json());
  },
};

function parse(value: unknown): KeptList | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('shape' in value) || value.shape !== SHAPE) return null;
  if (!('at' in value) || typeof value.at !== 'number') return null;
  if (!('markets' in value) || !Array.isArray(value.markets)) return null;
  return { at: value.at, markets: value.markets }; // as `write` put them there, in this shape
}
