import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * What the house pool adds to a market's escrow so everyone can still be paid. Late refunds may need it, for bets
 * that others were cashed out against.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount is not above 0
 */
export function marketTopUpEntry({ marketId, amount }: { marketId: string; amount: MicroUsdc }): Entry {
  return moveEntry('market-top-up', { from: { kind: 'pool' }, to: { kind: 'escrow', marketId }, amount });
}
