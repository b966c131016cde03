import { LEAST_PART, partOfBet } from '@tallystone/core/betting/part-of-bet';
import { CENT, type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';

interface Money {
  readonly stake: MicroUsdc;
  readonly payout: MicroUsdc;
}

/** Any part of a bet that may be sold, or the bet itself if it is too small. @param unit from 0 up to, not including, 1 */
export function somePart<B extends Money>(of: B, unit: () => number): B {
  const most = (of.stake - 2n * LEAST_PART) / CENT;
  if (most < 0n) return of;
  const more = BigInt(Math.floor(unit() * (Number(most) + 1))) * CENT;
  return partOfBet(of, microUsdc(LEAST_PART + more));
}

/** What stays open of a bet once this was sold: nothing if that is the bet itself. */
export const restOf = <B extends Money>(of: B, sold: Money): B[] =>
  of === sold
    ? []
    : [{ ...of, stake: microUsdc(of.stake - sold.stake), payout: microUsdc(of.payout - sold.payout) }];
