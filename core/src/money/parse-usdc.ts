import { CENT, type MicroUsdc, microUsdc } from './micro-usdc.ts';

const WHOLE_CENTS = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2}))?$/;

/**
 * Parses an untrusted USDC amount: whole cents, plain decimal digits, nothing else. A number is read through
 * `String(n)`, its shortest decimal text, which is also what is signed.
 *
 * @param input USDC, from 0 to 999_999_999.99
 * @returns micro-USDC, a multiple of 10_000; null for any other text
 * @see docs/design/fixed-values.md#amounts-and-odds
 */
export function parseUsdc(input: string | number): MicroUsdc | null {
  const match = WHOLE_CENTS.exec(String(input));
  if (match === null) return null;
  const [, whole = '0', cents = ''] = match;
  return microUsdc(BigInt(whole + cents.padEnd(2, '0')) * CENT);
}
