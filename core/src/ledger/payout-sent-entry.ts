import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * What the escrow contract paid to a bettor's wallet, from the bettor's funds to outside.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when it is not above 0
 */
export function payoutSentEntry({ userId, amount }: { userId: string; amount: MicroUsdc }): Entry {
  return moveEntry('payout-sent', { from: { kind: 'user', userId }, to: { kind: 'outside' }, amount });
}
