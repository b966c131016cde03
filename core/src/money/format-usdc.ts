import { CENT, type MicroUsdc } from './micro-usdc.ts';
import { mulDivDown } from './mul-div.ts';

/**
 * An amount for people: two decimals, no thousands separators, no currency sign. Fractions of a cent are rounded
 * down, so a shown balance can always be staked.
 *
 * @param amount micro-USDC, any sign
 * @returns USDC, such as `1234.50` or `-0.01`
 */
export function formatUsdc(amount: MicroUsdc): string {
  const cents = mulDivDown({ value: amount, times: 1n, over: CENT });
  const sign = cents < 0n ? '-' : '';
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
