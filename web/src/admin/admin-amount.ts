import { dollars } from '../format/dollars.ts';

/** A USDC amount for a table column: two decimals, thousands separators, no currency sign. */
export function adminAmount(amount: number): string {
  return dollars(amount).replace('$', '');
}
