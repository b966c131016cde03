import { dollars } from '../format/dollars.ts';

/** An amount of the wire, in USDC, for a column of a table: two decimals, thousands parted, no sign of the currency. */
export function adminAmount(amount: number): string {
  return dollars(amount).replace('$', '');
}
