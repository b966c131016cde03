import { type Amounts, restOf } from '@tallystone/core/betting/rest-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { addUsdc } from '../format/dollars.ts';
import { waitingSale } from './bet-state.ts';

/** What counts of an open bet or combo. */
export type Position = Pick<WireBet, 'cashOut' | 'selling'>;

export interface PositionTotals {
  /** What the positions can be sold for now, USDC; null if none can be sold. */
  value: number | null;
  /** How many of them can't be sold now, so that `value` leaves them out. */
  unvalued: number;
  /** How many are being sold: their cash-outs wait for the delay of running games. `value` leaves them out, too. */
  selling: number;
}

/** What open bets and combos are worth together. A bet without a cash-out value counts as unknown, not as zero. */
export function positionTotals(positions: readonly Position[]): PositionTotals {
  const values = positions.flatMap(({ cashOut }) => (cashOut === undefined ? [] : [cashOut]));
  const selling = positions.filter((bet) => bet.cashOut === undefined && waitingSale(bet) !== null).length;
  return {
    value: values.length === 0 ? null : addUsdc(values),
    unvalued: positions.length - values.length - selling,
    selling,
  };
}

/** Profit or loss on what is open of a bet if it were sold now, USDC; null if it can't be. */
export function profitIfSold(bet: Amounts & Pick<WireBet, 'cashOut'>): number | null {
  return bet.cashOut === undefined ? null : addUsdc([bet.cashOut, -restOf(bet).stake]);
}
