import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import type { WireBet, WireCashOut, WireCashOutQuote } from '@tallystone/core/http-api/betting';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { callLater } from '../data/call-later.ts';
import { t } from '../texts/t-account.ts';
import type { CashOutOrder } from './cash-out-act.ts';

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

/**
 * What it is worth now: requested by every dialog and never cached. A combo's answer has no open stake.
 *
 * @param stake of the part in question, USDC; undefined: all that is open
 */
export const offerQuery = (sold: Sold, stake?: number) =>
  queryOptions<
    Pick<WireCashOutQuote, 'amount' | 'reason' | 'why' | 'availableAt' | 'delay'> &
      Partial<Pick<WireCashOutQuote, 'openStake'>>
  >({
    queryKey: [
      isCombo(sold) ? '/api/combos' : '/api/bets',
      sold.id,
      stake === undefined ? 'cash-out' : `cash-out?stake=${wireNumberText(stake)}`,
    ],
    staleTime: 0,
    gcTime: 0,
  });

/** Sends the signed cash-out. With `decidesAt` it waits until then. Throws `ApiError` if it is refused. */
export function sendCashOut(
  sold: Sold,
  { amount, part, signature }: { amount: number; part: CashOutOrder['part']; signature: string },
): Promise<Omit<WireCashOut, 'betId' | 'stake'>> {
  const [params, body] = [{ id: sold.id }, { amount, signature }];
  return isCombo(sold)
    ? callLater('cashOutCombo', { params, body })
    : callApi('cashOut', { params, body: part === undefined ? body : { ...body, part } });
}
