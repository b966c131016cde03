import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * The payment for a cashed-out bet, from the market's escrow to its bettor.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount is not above 0
 */
export function cashOutEntry(bet: { userId: string; marketId: string; amount: MicroUsdc }): Entry {
  const { userId, marketId, amount } = bet;
  return moveEntry('cash-out', { from: { kind: 'escrow', marketId }, to: { kind: 'user', userId }, amount });
}
