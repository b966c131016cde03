import type { Category, WireMarket } from '@tallystone/core/http-api/markets';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { listedMarket } from './listed-market.ts';

/** Whether a category has a tab: some always do, the others while they have an open market. */
export function isOffered(
  category: Category,
  { markets, now }: { markets: readonly WireMarket[]; now: Date },
) {
  if (CATEGORY_TAXONOMY.some(({ id, alwaysShown }) => id === category && alwaysShown)) return true;
  return markets.some((market) => market.category === category && listedMarket(market).endMs > now.getTime());
}
