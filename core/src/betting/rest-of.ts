import type { WireBet } from '../http-api/betting.ts';

/** The amounts of a bet. A combo has them too, without sold parts. */
export type Amounts = Pick<WireBet, 'amount' | 'totalReturn' | 'sold'>;

/** A stake and what it returns if it wins, USDC. */
export interface Stake {
  readonly stake: number;
  readonly totalReturn: number;
}

/** All of a bet but its sold parts: what is open or, once the bet has ended, has its result. */
export function restOf({ amount, totalReturn, sold }: Amounts): Stake {
  if (sold === undefined) return { stake: amount, totalReturn };
  return { stake: less(amount, sold.stake), totalReturn: less(totalReturn, sold.totalReturn) };
}

/** Exact in micro-USDC, which decimals aren't. */
const less = (from: number, by: number): number => Math.round((from - by) * 1e6) / 1e6;
