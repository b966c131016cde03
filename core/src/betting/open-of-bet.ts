import type { WireBet } from '../http-api/betting.ts';

/**
 * What was not sold of a bet in parts.
 *
 * @returns its stake and what it returns if it wins, USDC
 */
export function openOfBet({ amount, totalReturn, sold }: Pick<WireBet, 'amount' | 'totalReturn' | 'sold'>): {
  stake: number;
  totalReturn: number;
} {
  if (sold === undefined) return { stake: amount, totalReturn };
  return { stake: less(amount, sold.stake), totalReturn: less(totalReturn, sold.totalReturn) };
}

/** Exact in micro-USDC, which decimals aren't. */
const less = (from: number, by: number): number => Math.round((from - by) * 1e6) / 1e6;
