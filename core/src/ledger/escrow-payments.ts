import { type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { type Posting, posting } from './posting.ts';

/** A payment to one user from a market's escrow. */
export interface Payment {
  readonly userId: string;
  /** Micro-USDC, above 0. */
  readonly amount: MicroUsdc;
}

/**
 * The postings that pay users from a market's escrow: one per user, in order of first appearance.
 *
 * @throws RangeError without payments, or when an amount isn't above 0
 */
export function escrowPayments(marketId: string, payments: readonly Payment[]): Posting[] {
  if (payments.length === 0) throw new RangeError(`expected payments on market ${marketId}`);
  const sums = new Map<string, MicroUsdc>();
  for (const { userId, amount } of payments) {
    if (amount <= 0n) throw new RangeError(`expected a payment above 0 micro-USDC, got ${amount}`);
    sums.set(userId, microUsdc((sums.get(userId) ?? ZERO_USDC) + amount));
  }
  return [...sums].map(([userId, amount]) =>
    posting({ from: { kind: 'escrow', marketId }, to: { kind: 'user', userId }, amount }),
  );
}
