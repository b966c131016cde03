import type { Entry } from './entry.ts';
import { escrowPayments, type Payment } from './escrow-payments.ts';

/**
 * What a market's end pays for some of its bets, from its escrow to the bettors: one posting per user, however many
 * bets it covers.
 *
 * @throws RangeError without payments, or when one isn't above 0
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
