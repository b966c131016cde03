import type { MicroUsdc } from '../money/micro-usdc.ts';
import type { Entry } from './entry.ts';
import { posting } from './posting.ts';

/**
 * What the house pool adds to a market's escrow so that everybody can still be paid: stakes that are given back
 * late, of bets that others have been cashed out against, may need it.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount is not above 0
 */
export function marketTopUpEntry({ marketId, amount }: { marketId: string; amount: MicroUsdc }): Entry {
  return {
    kind: 'market-top-up',
    postings: [posting({ from: { kind: 'pool' }, to: { kind: 'escrow', marketId }, amount })],
  };
}
