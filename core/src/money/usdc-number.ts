import type { MicroUsdc } from './micro-usdc.ts';

/** The largest micro-USDC that a JSON number represents exactly: about 9 billion USDC. */
const LARGEST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * An amount as the API's JSON number.
 *
 * @param amount micro-USDC, at most 9_007_199_254.740991 USDC in either direction
 * @returns USDC; the double nearest to the amount. `String` of it gives the decimal text back for whole cents, and
 *   below a billion USDC for single micro-USDC too
 * @throws RangeError beyond that limit, where digits would be lost silently
 */
export function usdcToNumber(amount: MicroUsdc): number {
  if (amount > LARGEST_EXACT || amount < -LARGEST_EXACT) {
    throw new RangeError(`expected at most ${LARGEST_EXACT} micro-USDC on the wire, got ${amount}`);
  }
  // Both operands are exact integers, so the division is rounded correctly.
  return Number(amount) / 1_000_000;
}
