import type { Entry } from './entry.ts';
import { escrowPayments, type Payment } from './escrow-payments.ts';

/**
 * Refunds of void bets while their market goes on, from its escrow to the bettors: one posting per user, however many
 * bets it covers.
 *
 * @throws RangeError without refunds, or when one isn't above 0
 */
export function refundEntry({ marketId, refunds }: { marketId: string; refunds: readonly Payment[] }): Entry {
  return { kind: 'refund', postings: escrowPayments(marketId, refunds) };
}
