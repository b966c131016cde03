import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * A market's opening amount, back to the house pool because the market takes no more bets and has none.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount is not above 0
 */
export function marketWithdrawalEntry({ marketId, amount }: { marketId: string; amount: MicroUsdc }): Entry {
  return moveEntry('market-withdrawal', { from: { kind: 'escrow', marketId }, to: { kind: 'pool' }, amount });
}
