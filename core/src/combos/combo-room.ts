import { leftOf, smaller } from '../money/bounds.ts';
import { CENT, MICRO, type MicroOdds, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';

export const FEWEST_LEGS = 2;
export const MOST_LEGS = 12;

/** The shares of the combo budget that one combo, one outcome over all open combos, and one user may use. */
const SHARES = { combo: 100n, outcome: 20n, user: 20n } as const;

/** What the house adds to the stakes of open combos, micro-USDC. */
export interface ComboUse {
  /** The most that the house adds to all of them. */
  readonly budget: MicroUsdc;
  readonly all: MicroUsdc;
  readonly ofUser: MicroUsdc;
  /** The largest sum over the open combos that have one of the new combo's outcomes. */
  readonly ofOutcome: MicroUsdc;
  /** What the house pool holds. */
  readonly pool: MicroUsdc;
}

/**
 * What the house can add to a new combo. A filler leg at low odds must not get around the cap of a market, so each outcome
 * has a share of its own.
 *
 * @returns micro-USDC, never below zero
 */
export function comboRoom({ budget, all, ofUser, ofOutcome, pool }: ComboUse): MicroUsdc {
  const share = (of: bigint) => microUsdc(budget / of);
  return [
    share(SHARES.combo),
    leftOf(share(SHARES.outcome), ofOutcome),
    leftOf(share(SHARES.user), ofUser),
    leftOf(budget, all),
  ].reduce(smaller, pool);
}

/** The largest stake for which the house adds no more than `room`, micro-USDC in whole cents. */
export function comboMaxStake(room: MicroUsdc, odds: MicroOdds): MicroUsdc {
  const most = (room * MICRO) / (odds - MICRO);
  return microUsdc((most / CENT) * CENT);
}
