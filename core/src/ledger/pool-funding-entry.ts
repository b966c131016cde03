import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type Entry, moveEntry } from './entry.ts';

/**
 * The house's first practice money.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount is not above 0
 */
export function poolFundingEntry({ amount }: { amount: MicroUsdc }): Entry {
  return moveEntry('pool-funding', { from: { kind: 'faucet' }, to: { kind: 'pool' }, amount });
}
