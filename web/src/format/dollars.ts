import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';

/**
 * An amount of the wire, in USDC, as people read it: `$`, thousands parted and two decimals, such as `$1,000.00`;
 * what lies below a cent is cut off. Never for what is signed.
 */
export function dollars(amount: number): string {
  // Amounts have six decimals at most, so rounding to the millionth only removes the error of the double.
  return dollarsOf(microUsdc(BigInt(Math.round(amount * 1_000_000))));
}

/** The same of an exact amount. */
export function dollarsOf(amount: MicroUsdc): string {
  const text = formatUsdc(amount).replace(/\B(?=(\d{3})+\.)/g, ',');
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`;
}
