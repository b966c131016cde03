import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * Releases a pending bet's hold to the house pool: its stake has arrived, or never will.
 *
 * @param payout micro-USDC, above 0
 * @throws RangeError when it is not above 0
 */
export function holdReleaseEntry({ marketId, payout }: { marketId: string; payout: MicroUsdc }): Entry {
  return moveEntry('hold-release', {
    from: { kind: 'escrow', marketId },
    to: { kind: 'pool' },
    amount: payout,
  });
}
