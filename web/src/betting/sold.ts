import type { WireBet, WireCashOut, WireCashOutQuote } from '@tallystone/core/http-api/betting';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { callLater } from '../data/call-later.ts';
import { t } from '../texts/t-account.ts';

/** What can be cashed out. */
export type Sold = WireBet | WireCombo;

export const isCombo = (sold: Sold): sold is WireCombo => 'legs' in sold;

/** What it is on, in a few words. */
export function soldName(sold: Sold): string {
  if (isCombo(sold)) return t('combos.name', { count: sold.legs.length });
  return sold.outcomeName || sold.outcomeId;
}

/** The same with the market, or with the outcomes of a combo. */
export function soldInFull(sold: Sold): string {
  if (isCombo(sold)) return sold.legs.map(({ outcomeName }) => outcomeName).join(', ');
  return t('receipt.about', {
    outcome: soldName(sold),
    market: sold.market.title || t('history.marketById', { id: sold.marketId }),
  });
}

/** The markets that its value depends on. */
export function marketsOf(sold: Sold): string[] {
  if (isCombo(sold)) return sold.legs.map(({ marketId }) => marketId);
  const { marketId, pricedBy = marketId } = sold;
  return [...new Set([marketId, pricedBy])];
}

/** What it is worth now: requested by every dialog and never cached. */
export const offerQuery = (sold: Sold) =>
  queryOptions<Pick<WireCashOutQuote, 'amount' | 'reason' | 'why' | 'availableAt' | 'delay'>>({
    queryKey: [isCombo(sold) ? '/api/combos' : '/api/bets', sold.id, 'cash-out'],
    staleTime: 0,
    gcTime: 0,
  });

/** Sends the signed cash-out. With `decidesAt` it waits until then. Throws `ApiError` if it is refused. */
export function sendCashOut(
  sold: Sold,
  body: { amount: number; signature: string },
): Promise<Omit<WireCashOut, 'betId' | 'stake'>> {
  const request = { params: { id: sold.id }, body };
  return isCombo(sold) ? callLater('cashOutCombo', request) : callApi('cashOut', request);
}
