import { type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { type AccountRef, accountKey } from './account.ts';
import type { Entry } from './entry.ts';

/**
 * The balance of every account that the entries touch, by `accountKey`.
 *
 * @returns micro-USDC, any sign
 */
export function computeBalances(entries: Iterable<Entry>): Map<string, MicroUsdc> {
  const balances = new Map<string, MicroUsdc>();
  const add = (account: AccountRef, amount: bigint) => {
    const key = accountKey(account);
    balances.set(key, microUsdc((balances.get(key) ?? ZERO_USDC) + amount));
  };
  for (const { postings } of entries) {
    for (const { from, to, amount } of postings) {
      add(from, -amount);
      add(to, amount);
    }
  }
  return balances;
}
