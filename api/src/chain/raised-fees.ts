import { larger, smaller } from '@tallystone/core/money/bounds';
import type { Fees } from './escrow-chain.ts';

/** Nodes take a replacement that offers a tenth more; some ask for more than that. */
const RAISE_PERCENT = 25n;
/** Wei for a unit of gas: 10,000 gwei. Beyond it somebody has to decide what a transaction is worth. */
export const MOST_FEE = 10_000_000_000_000n;

/**
 * What a replacement offers: what is asked now, but so much more than before that nodes take it.
 *
 * @returns null when that is more than is ever offered
 */
export function raisedFees(before: Fees, now: Fees): Fees | null {
  const raised = (fee: bigint) => (fee * (100n + RAISE_PERCENT)) / 100n + 1n;
  const maxFee = larger(raised(before.maxFee), now.maxFee);
  const tip = larger(raised(before.tip), now.tip);
  return maxFee > MOST_FEE ? null : { maxFee, tip: smaller(tip, maxFee) };
}

/** A replacement that offers less than a tenth more is refused. */
const LEAST_RAISE_PERCENT = 10n;
/** More than so often what is asked now is not what keeps a transaction out of a block. */
const MOST_TIMES_NOW = 5n;

/**
 * As above, within a few times what is asked now: an account holds gas for what is usual, and has to be able to pay it.
 *
 * @returns null when nodes would not take so little in place of what was offered before: it is enough as it is
 */
export function raisedWithin(before: Fees, now: Fees): Fees | null {
  const raised = raisedFees(before, now);
  const most = MOST_TIMES_NOW * now.maxFee;
  if (raised === null || raised.maxFee <= most) return raised;
  const least = (before.maxFee * (100n + LEAST_RAISE_PERCENT)) / 100n + 1n;
  return most < least ? null : { maxFee: most, tip: smaller(raised.tip, most) };
}

/** What is asked now, within what is ever offered. */
export function offeredFees(now: Fees): Fees {
  return { maxFee: smaller(now.maxFee, MOST_FEE), tip: smaller(now.tip, MOST_FEE) };
}
