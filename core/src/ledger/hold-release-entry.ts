import type { MicroUsdc } from '../money/micro-usdc.ts';
import type { Entry } from './entry.ts';
import { posting } from './posting.ts';

/**
 * What was held for a pending bet, back to the house pool: the chain has its stake, or never will.
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
