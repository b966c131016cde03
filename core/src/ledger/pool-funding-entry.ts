import type { MicroUsdc } from '../money/micro-usdc.ts';
import type { Entry } from './entry.ts';
import { posting } from './posting.ts';

/**
 * The house's first practice money.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount is not above 0
 */
export function poolFundingEntry({ amount }: { amount: MicroUsdc }): Entry {
  return {
    kind: 'pool-funding',
    postings: [posting({ from: { kind: 'faucet' }, to: { kind: 'pool' }, amount })],
  };
}
