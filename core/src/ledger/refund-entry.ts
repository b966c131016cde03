import type { Entry } from './entry.ts';
import { escrowPayments, type Payment } from './escrow-payments.ts';

/**
 * Stakes given back for bets that are void while their market goes on, from its escrow to the bettors: one posting
 * per user, whatever number of bets it is for.
 *
 * @throws RangeError when there is no refund, or one is not above 0
 */
export function refundEntry({ marketId, refunds }: { marketId: string; refunds: readonly Payment[] }): Entry {
  return { kind: 'refund', postings: escrowPayments(marketId, refunds) };
}
