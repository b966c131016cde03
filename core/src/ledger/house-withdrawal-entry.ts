import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * USDC that the house withdrew from the escrow contract.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when it is not above 0
 */
export function houseWithdrawalEntry({ amount }: { amount: MicroUsdc }): Entry {
  return moveEntry('house-withdrawal', { from: { kind: 'pool' }, to: { kind: 'outside' }, amount });
}
