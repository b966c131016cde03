import { MICRO, type MicroOdds, type MicroUsdc, microOdds } from '../money/micro-usdc.ts';
import { ODDS_STEP } from '../odds/parse-odds.ts';
import { payoutOf } from '../odds/payout.ts';

/**
 * The odds of a combo: the exact product of its legs' odds, rounded down once to two decimals. Leaving a leg out never
 * raises them, because no odds are below 1.
 *
 * @param legs micro-odds, one or more
 * @returns micro-odds, a multiple of 0.01
 */
export function comboOdds(legs: readonly MicroOdds[]): MicroOdds {
  if (legs.length === 0) throw new RangeError('a combo has legs');
  const product = legs.reduce<bigint>((sofar, odds) => sofar * odds, 1n);
  const odds = product / MICRO ** BigInt(legs.length - 1);
  return microOdds((odds / ODDS_STEP) * ODDS_STEP);
}

/** How one leg ended; null while it has not. A leg that is void counts 1.00. */
export type LegResult = 'won' | 'lost' | 'void';

export interface ComboLeg {
  /** Its odds when the combo was placed. */
  readonly odds: MicroOdds;
  readonly result: LegResult | null;
}

/** The odds of the legs that aren't void, which are all that count. @returns micro-odds; 1.00 if every leg is void */
export function comboOddsNow(legs: readonly ComboLeg[]): MicroOdds {
  const counting = legs.filter(({ result }) => result !== 'void').map(({ odds }) => odds);
  return counting.length === 0 ? microOdds(MICRO) : comboOdds(counting);
}

/**
 * What a combo still pays if every open leg wins: stake times the odds of the legs that aren't void.
 *
 * @returns micro-USDC, stake included; the stake itself if every leg is void
 */
export function comboReturn({ stake, legs }: { stake: MicroUsdc; legs: readonly ComboLeg[] }): MicroUsdc {
  return payoutOf({ stake, odds: comboOddsNow(legs) });
}
