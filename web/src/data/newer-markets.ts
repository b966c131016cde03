import type { WireMarket } from '@tallystone/core/http-api/markets';
import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * Takes a new answer over an older one, for the cache: a market never goes back behind a version that was seen, since an
 * answer may have been on its way while the stream was faster; and what did not change stays the same object, so that
 * only cards that changed are drawn anew. Whatever is no list of markets is only compared.
 */
export function newerMarkets(before: unknown, after: unknown): unknown {
  if (!isMarketList(before) || !isMarketList(after)) return replaceEqualDeep(before, after);
  let known: Map<string, WireMarket> | undefined;
  const merged = after.map((market, place) => {
    if (before[place] === market) return market;
    known ??= new Map(before.map((each) => [each.id, each]));
    return newerMarket(known.get(market.id), market);
  });
  const isSame = merged.length === before.length && merged.every((market, place) => market === before[place]);
  return isSame ? before : merged;
}

/** The same for one market. */
export function newerMarket<T>(before: unknown, after: T): T | WireMarket {
  if (isMarket(before) && isMarket(after) && before.id === after.id && before.version > after.version) {
    return before;
  }
  return replaceEqualDeep(before, after);
}

function isMarketList(data: unknown): data is WireMarket[] {
  return Array.isArray(data) && data.every(isMarket);
}

function isMarket(data: unknown): data is WireMarket {
  return typeof data === 'object' && data !== null && 'id' in data && 'version' in data && 'outcomes' in data;
}
