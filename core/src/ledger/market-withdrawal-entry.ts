import type { MicroUsdc } from '../money/micro-usdc.ts';
import type { Entry } from './entry.ts';
import { posting } from './posting.ts';

/**
 * A market's opening amount, back to the house pool because the market takes no more bets and has none.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount is not above 0
 */
export function marketWithdrawalEntry({ marketId, amount }: { marketId: string; amount: MicroUsdc }): Entry {
  return {
    kind: 'market-withdrawal',
    postings: [posting({ from: { kind: 'escrow', marketId }, to: { kind: 'pool' }, amount })],
  };
}
