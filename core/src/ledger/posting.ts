import type { MicroUsdc } from '../money/micro-usdc.ts';
import { type AccountRef, accountKey } from './account.ts';

/** One move of money between two accounts. It never changes. */
export interface Posting {
  readonly from: AccountRef;
  readonly to: AccountRef;
  /** Micro-USDC, above 0. */
  readonly amount: MicroUsdc;
}

/**
 * Makes a posting.
 *
 * @param amount micro-USDC, above 0
 * @throws RangeError when the amount isn't above 0, or an account would pay itself
 */
export function posting({ from, to, amount }: Posting): Posting {
  if (amount <= 0n) throw new RangeError(`expected a posting above 0 micro-USDC, got ${amount}`);
  if (accountKey(from) === accountKey(to)) {
    throw new RangeError(`expected a posting between two accounts, got ${accountKey(from)} twice`);
  }
  return { from, to, amount };
}
