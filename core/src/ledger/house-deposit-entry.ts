import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * USDC that reached the escrow contract without a bet and so belongs to the house.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when it is not above 0
 */
export function houseDepositEntry({ amount }: { amount: MicroUsdc }): Entry {
  return moveEntry('house-deposit', { from: { kind: 'outside' }, to: { kind: 'pool' }, amount });
}
