import { wireNumberText } from '@tallystone/core/betting/wire-number-text';
import type { WireCashOut, WireCashOutQuote } from '@tallystone/core/http-api/betting';
import type { WireComboReceipt } from '@tallystone/core/http-api/combos';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../data/api-client.ts';
import { callLater } from '../data/call-later.ts';
import { betsQuery, COMBOS_KEY } from '../data/queries.ts';
import type { CashOutOrder } from './cash-out-act.ts';
import { isCombo, type Sold } from './sold.ts';

/** The list that a bet or a combo is in. @param sold null: either, because it isn't read */
export const listQuery = (sold: Sold | null) =>
  queryOptions<Sold[]>({
    queryKey: sold !== null && isCombo(sold) ? COMBOS_KEY : [...betsQuery.queryKey],
  });

/** One combo as it is now, with its receipt. Never cached. */
export const receiptQuery = (comboId: string) =>
  queryOptions<WireComboReceipt>({
    queryKey: ['/api/combos', comboId, 'receipt'],
    staleTime: 0,
    gcTime: 0,
  });

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
