import type { WireListedMarket } from '@tallystone/core/http-api/markets';
import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * Merges a new answer into the cached one. A market never goes back to an older version, because the stream may have
 * been faster than the answer. Unchanged markets stay the same object, so only changed cards render again. Data that
 * isn't a list of markets is only compared.
 */
export function newerMarkets(before: unknown, after: unknown): unknown {
  if (!isMarketList(before) || !isMarketList(after)) return replaceEqualDeep(before, after);
  let known: Map<string, WireListedMarket> | undefined;
  const merged = after.map((market, place) => {
    if (before[place] === market) return market;
    known ??= new Map(before.map((each) => [each.id, each]));
    return newerMarket(known.get(market.id), market);
  });
  const isSame = merged.length === before.length && merged.every((market, place) => market === before[place]);
  return isSame ? before : merged;
}

/** The same for one market. */
export function newerMarket<T>(before: unknown, after: T): T {
  if (isMarket(before) && isMarket(after) && before.id === after.id && before.version > after.version) {
    return before as T; // both are what one query key has
  }
  return replaceEqualDeep(before, after);
}

function isMarketList(data: unknown): data is WireListedMarket[] {
  return Array.isArray(data) && data.every(isMarket);
}

function isMarket(data: unknown): data is WireListedMarket {
  return typeof data === 'object' && data !== null && 'id' in data && 'version' in data && 'outcomes' in data;
}
