import { larger, smaller } from '@tallystone/core/money/bounds';
import type { Fees } from './escrow-chain.ts';

/** Nodes accept a replacement that offers a tenth more; some ask for more than that. */
const RAISE_PERCENT = 25n;
/** Wei per unit of gas: 10,000 gwei. Above it a person has to decide what a transaction is worth. */
export const MOST_FEE = 10_000_000_000_000n;

/**
 * The fees of a replacement: the current fees, but enough above the previous ones that nodes accept it.
 *
 * @returns null if that exceeds `MOST_FEE`
 */
export function raisedFees(before: Fees, now: Fees): Fees | null {
  const raised = (fee: bigint) => (fee * (100n + RAISE_PERCENT)) / 100n + 1n;
  const maxFee = larger(raised(before.maxFee), now.maxFee);
  const tip = larger(raised(before.tip), now.tip);
  return maxFee > MOST_FEE ? null : { maxFee, tip: smaller(tip, maxFee) };
}

/** Nodes refuse a replacement that offers less than a tenth more. */
const LEAST_RAISE_PERCENT = 10n;
/** If a transaction offers this many times the current fee, the fee isn't what keeps it out of a block. */
const MOST_TIMES_NOW = 5n;

/**
 * Like `raisedFees`, but at most a few times the current fees: accounts have gas money for usual fees and must be able to pay.
 *
 * @returns null if nodes would refuse so small a raise: the previous offer is high enough
 */
export function raisedWithin(before: Fees, now: Fees): Fees | null {
  const raised = raisedFees(before, now);
  const most = MOST_TIMES_NOW * now.maxFee;
  if (raised === null || raised.maxFee <= most) return raised;
  const least = (before.maxFee * (100n + LEAST_RAISE_PERCENT)) / 100n + 1n;
  return most < least ? null : { maxFee: most, tip: smaller(raised.tip, most) };
}

/** The current fees, but at most `MOST_FEE`. */
export function offeredFees(now: Fees): Fees {
  return { maxFee: smaller(now.maxFee, MOST_FEE), tip: smaller(now.tip, MOST_FEE) };
}
