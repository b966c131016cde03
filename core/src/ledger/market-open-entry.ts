import type { MicroUsdc } from '../money/micro-usdc.ts';
import type { Entry } from './entry.ts';
import { posting } from './posting.ts';

/**
 * A new market's loss budget, from the house pool to its escrow.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount is not above 0
 */
export function marketOpenEntry({ marketId, amount }: { marketId: string; amount: MicroUsdc }): Entry {
  return {
    kind: 'market-open',
    postings: [posting({ from: { kind: 'pool' }, to: { kind: 'escrow', marketId }, amount })],
  };
}
