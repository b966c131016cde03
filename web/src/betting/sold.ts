import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import { t } from '../texts/t-own-news.ts';

/** What can be cashed out. */
export type Sold = WireBet | WireCombo;

export const isCombo = (sold: Sold): sold is WireCombo => 'legs' in sold;
export const isBet = (sold: Sold): sold is WireBet => !isCombo(sold);

/** What it is on, in a few words. */
export function soldName(sold: Sold): string {
  if (isCombo(sold)) return t('ownNews.combo', { count: sold.legs.length });
  return sold.outcomeName || sold.outcomeId;
}

/** The markets that its value depends on. */
export function marketsOf(sold: Sold): string[] {
  const markets = (isCombo(sold) ? sold.legs : [sold]).flatMap(({ marketId, pricedBy = marketId }) => [
    marketId,
    pricedBy,
  ]);
  return [...new Set(markets)];
}
