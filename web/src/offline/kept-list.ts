import type { WireListedMarket } from '@tallystone/core/http-api/markets';

/** Next to the worker's file caches, and deleted with them. */
const CACHE = 'tallystone-list';
const KEY = '/api/markets';
/** Increase when the API's markets change so that older ones can no longer be shown. */
const SHAPE = 1;
/** More than anyone browses offline. */
const MOST_MARKETS = 500;

/** A stored market list, shown without a connection. Contains no user data. */
export interface KeptList {
  /** Until when the prices were current, in ms by the browser's clock. */
  at: number;
  markets: WireListedMarket[];
}

/** Does nothing if the browser has no cache storage. */
export const keptList = {
  async write({ at, markets }: { at: number; markets: readonly WireListedMarket[] }): Promise<void> {
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
  return { at: value.at, markets: value.markets }; // written by `write` in this shape
}
