import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * The hold for a pending bet, from the house pool to the market's escrow: the bet's whole payout, because its stake
 * hasn't arrived yet.
 *
 * @param payout micro-USDC, above 0
 * @throws RangeError when it is not above 0
 */
export function holdEntry({ marketId, payout }: { marketId: string; payout: MicroUsdc }): Entry {
  return moveEntry('hold', { from: { kind: 'pool' }, to: { kind: 'escrow', marketId }, amount: payout });
}
