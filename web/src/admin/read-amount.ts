import { formatUsdc } from '@tallystone/core/money/format-usdc';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { parseUsdc } from '@tallystone/core/money/parse-usdc';

/**
 * An amount as an admin types it: `$` and commas between thousands are read over, and a comma before one or
 * two digits at the end stands for the decimal point. Null when it is none.
 */
export function readAmount(text: string): MicroUsdc | null {
  return parseUsdc(plainAmount(text));
}

/** An amount as it stands in a field, for `readAmount` to read. */
export function amountText(amount: number): string {
  const micro = parseUsdc(amount);
  return micro === null ? String(amount) : formatUsdc(micro);
}

/** Whether a text is an amount, be it below zero or larger than any that `readAmount` takes. */
export function isAmount(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d{1,2})?$/.test(plainAmount(text));
}

function plainAmount(text: string): string {
  const plain = text.trim().replace(/^(-?)\$\s*/, '$1');
  const parted = /^-?\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(plain);
  return parted ? plain.replaceAll(',', '') : plain.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2');
}
