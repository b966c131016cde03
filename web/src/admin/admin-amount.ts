import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { microUsdc } from '@tallystone/core/money/micro-usdc';

/** An amount of the wire, in USDC, for a column of a table: two decimals, thousands parted, no sign of the currency. */
export function adminAmount(amount: number): string {
  // Amounts have six decimals at most, so rounding to the millionth only removes the error of the double.
  const [whole, cents] = formatUsdc(microUsdc(BigInt(Math.round(amount * 1_000_000)))).split('.');
  return `${whole?.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}
