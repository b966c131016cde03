import type { Entry } from './entry.ts';
import { escrowPayments, type Payment } from './escrow-payments.ts';

/**
 * What the end of a market pays for some of its bets, from its escrow to the bettors: one posting per user, whatever
 * number of bets it is for.
 *
 * @throws RangeError when there is no payment, or one is not above 0
 */
export function settlementEntry({
  marketId,
  payments,
}: {
  marketId: string;
  payments: readonly Payment[];
}): Entry {
  return { kind: 'settlement', postings: escrowPayments(marketId, payments) };
}
