import type { MicroUsdc } from '../money/micro-usdc.ts';
import type { Entry } from './entry.ts';
import { posting } from './posting.ts';

/**
 * Releases a pending bet's hold to the house pool: its stake has arrived, or never will.
 *
 * @param payout micro-USDC, above 0
 * @throws RangeError when it is not above 0
 */
export function holdReleaseEntry({ marketId, payout }: { marketId: string; payout: MicroUsdc }): Entry {
  return {
    kind: 'hold-release',
    postings: [posting({ from: { kind: 'escrow', marketId }, to: { kind: 'pool' }, amount: payout })],
  };
}
