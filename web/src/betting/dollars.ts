import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { microUsdc } from '@tallystone/core/money/micro-usdc';

/** An amount of the wire, in USDC, as people read it: `$` and two decimals, what lies below a cent cut off. */
export function dollars(amount: number): string {
  // Amounts have six decimals at most, so rounding to the millionth only removes the error of the double.
  const text = formatUsdc(microUsdc(BigInt(Math.round(amount * 1_000_000))));
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`;
}
