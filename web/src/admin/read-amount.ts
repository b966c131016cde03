import { formatUsdc } from '@tallystone/core/money/format-usdc';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';

/**
 * Parses a typed amount: ignores `$` and thousands commas, and reads a comma before the last one or two digits as
 * the decimal point. Null if it isn't an amount.
 */
export function readAmount(text: string): MicroUsdc | null {
  return parseUsdc(plainAmount(text));
}

/** An amount as field text that `readAmount` can parse. */
export function amountText(amount: number): string {
  const micro = parseUsdc(amount);
  return micro === null ? String(amount) : formatUsdc(micro);
}

/** Whether a text is an amount, even a negative one or one too large for `readAmount`. */
export function isAmount(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d{1,2})?$/.test(plainAmount(text));
}

function plainAmount(text: string): string {
  const plain = text.trim().replace(/^(-?)\$\s*/, '$1');
  const parted = /^-?\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(plain);
  return parted ? plain.replaceAll(',', '') : plain.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2');
}
