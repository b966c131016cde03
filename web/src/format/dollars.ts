import { formatUsdc } from '@tallystone/core/money/format-usdc';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';

/**
 * Formats a USDC amount from the API with `$`, thousands separators and two decimals, such as `$1,000.00`; cuts off
 * fractions of a cent. Never use it for signed text.
 */
export function dollars(amount: number): string {
  // Amounts have at most six decimals, so rounding to millionths only removes the floating-point error.
  return dollarsOf(microUsdc(BigInt(Math.round(amount * 1_000_000))));
}

/** The same for an exact amount. */
export function dollarsOf(amount: MicroUsdc): string {
  const text = formatUsdc(amount).replace(/\B(?=(\d{3})+\.)/g, ',');
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`;
}

/**
 * With all its decimals, at least two: `$45.7599`. For amounts that were moved or are owed, so that shown sums are exact.
 */
export function exactDollars(amount: number): string {
  const micro = Math.round(Math.abs(amount) * 1_000_000);
  const cut = dollarsOf(microUsdc(BigInt(micro)));
  const belowCent = String(micro % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${amount < 0 && micro > 0 ? '-' : ''}${cut}${belowCent}`;
}

/** The same with a sign, for statements. */
export function signedExactDollars(amount: number): string {
  const text = exactDollars(amount);
  return amount > 0 && text !== '$0.00' ? `+${text}` : text;
}

/** Adds API amounts, which have at most six decimals, without floating-point error. */
export function addUsdc(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + Math.round(amount * 1_000_000), 0) / 1_000_000;
}
