import type { MicroUsdc } from '../money/micro-usdc.ts';
import type { Entry } from './entry.ts';
import { posting } from './posting.ts';

/**
 * Practice money for a user: at the first sign-in, and again when funds are low.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount is not above 0
 */
export function faucetGrantEntry({ userId, amount }: { userId: string; amount: MicroUsdc }): Entry {
  return {
    kind: 'faucet-grant',
    postings: [posting({ from: { kind: 'faucet' }, to: { kind: 'user', userId }, amount })],
  };
}
