import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * A new market's loss budget, from the house pool to its escrow.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount is not above 0
 */
export function marketOpenEntry({ marketId, amount }: { marketId: string; amount: MicroUsdc }): Entry {
  return moveEntry('market-open', { from: { kind: 'pool' }, to: { kind: 'escrow', marketId }, amount });
}
