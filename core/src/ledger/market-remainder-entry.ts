import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * What is left in a market's escrow after everyone is paid, back to the house pool.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount is not above 0
 */
export function marketRemainderEntry({ marketId, amount }: { marketId: string; amount: MicroUsdc }): Entry {
  return moveEntry('market-remainder', { from: { kind: 'escrow', marketId }, to: { kind: 'pool' }, amount });
}
