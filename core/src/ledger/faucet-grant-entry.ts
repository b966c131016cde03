import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * Practice money for a user: at the first sign-in, and again when funds are low.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount is not above 0
 */
export function faucetGrantEntry({ userId, amount }: { userId: string; amount: MicroUsdc }): Entry {
  return moveEntry('faucet-grant', { from: { kind: 'faucet' }, to: { kind: 'user', userId }, amount });
}
