import { type Amounts, restOf } from '@tallystone/core/betting/rest-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { addUsdc } from '../format/dollars.ts';

export interface PositionTotals {
  /** What the positions can be sold for now, USDC; null if none can be sold. */
  value: number | null;
  /** How many of them can't be sold now, so that `value` leaves them out. */
  unvalued: number;
}

/** What open bets and combos are worth together. A bet without a cash-out value counts as unknown, not as zero. */
export function positionTotals(positions: readonly Pick<WireBet, 'cashOut'>[]): PositionTotals {
  const values = positions.flatMap(({ cashOut }) => (cashOut === undefined ? [] : [cashOut]));
  return {
    value: values.length === 0 ? null : addUsdc(values),
    unvalued: positions.length - values.length,
  };
}

/** Profit or loss on what is open of a bet if it were sold now, USDC; null if it can't be. */
export function profitIfSold(bet: Amounts & Pick<WireBet, 'cashOut'>): number | null {
  return bet.cashOut === undefined ? null : addUsdc([bet.cashOut, -restOf(bet).stake]);
}
