import type { MicroUsdc } from '../money/micro-usdc.ts';
import type { Entry } from './entry.ts';
import { posting } from './posting.ts';

/**
 * What the house pool puts beside a market's escrow for a pending bet: all that the bet may have to be paid, because its
 * stake is not there yet.
 *
 * @param payout micro-USDC, above 0
 * @throws RangeError when it is not above 0
 */
export function holdEntry({ marketId, payout }: { marketId: string; payout: MicroUsdc }): Entry {
  return {
    kind: 'hold',
    postings: [posting({ from: { kind: 'pool' }, to: { kind: 'escrow', marketId }, amount: payout })],
  };
}
