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

/**
 * With every decimal it has, two at least: `$45.7599`. For all that was moved or is owed, so that what is read adds up to
 * what is had.
 */
export function exactDollars(amount: number): string {
  const micro = Math.round(Math.abs(amount) * 1_000_000);
  const cut = dollarsOf(microUsdc(BigInt(micro)));
  const belowCent = String(micro % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${amount < 0 && micro > 0 ? '-' : ''}${cut}${belowCent}`;
}

/** The same with its sign, where a statement tells what came from what left. */
export function signedExactDollars(amount: number): string {
  const text = exactDollars(amount);
  return amount > 0 && text !== '$0.00' ? `+${text}` : text;
}

/** Adds amounts of the wire, which have six decimals at most, without the error of the double. */
export function addUsdc(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + Math.round(amount * 1_000_000), 0) / 1_000_000;
}
