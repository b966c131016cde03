import { comboOdds } from '@tallystone/core/combos/combo-odds';
import type { MicroOdds } from '@tallystone/core/money/micro-usdc';
import { HIGHEST_ODDS, parseOdds } from '@tallystone/core/odds/parse-odds';
import { leastOdds, type PriceProtection } from '../betting/price-protection.ts';

/** As much of the profit as the server suggests to give up on a single bet whose market is quiet. */
const SUGGESTED_CUT = 0.02;
const LOWEST_ODDS = 1.01;

/** The odds of a combo on the screen, and the lowest that the bettor accepts. */
export interface ComboPrice {
  /** Names the selections and the protection that it is for. */
  readonly key: string;
  readonly odds: number;
  /** The signed odds. They rise with the odds, and fall only if the bettor agrees. */
  readonly least: number;
}

/** The product of the selections' odds. @returns null if one has no odds */
export function productOf(legs: readonly (number | null)[]): number | null {
  const odds: MicroOdds[] = [];
  for (const leg of legs) {
    const micro = leg === null ? null : parseOdds(leg);
    if (micro === null) return null;
    odds.push(micro);
  }
  return odds.length === 0 ? null : Number(comboOdds(odds)) / 1_000_000;
}

/** Whether no combo is taken at these odds. */
export const isTooHigh = (odds: number): boolean => odds > Number(HIGHEST_ODDS) / 1_000_000;

/**
 * The lowest odds that a bettor accepts for a combo at these odds.
 *
 * @param legs the selections' odds, whose product `odds` are
 * @returns decimal odds with two decimals, from 1.01 to `odds`
 */
export function leastComboOdds(
  protection: PriceProtection,
  { odds, legs }: { odds: number; legs: readonly number[] },
): number {
  const product = legs.reduce((all, leg) => all * (1 + (leg - 1) * (1 - SUGGESTED_CUT)), 1);
  // A millionth of a cent only corrects floating-point error.
  const suggested = Math.max(LOWEST_ODDS, Math.floor(product * 100 + 1e-6) / 100);
  return leastOdds(protection, { odds, minOdds: suggested });
}

/** The price on the screen after the odds moved: below the signed odds it stays, and the bettor must accept the new one. */
export function followPrice(price: ComboPrice | null, now: ComboPrice): ComboPrice {
  if (price === null || price.key !== now.key) return now;
  if (price.odds === now.odds || isOffer(price, now)) return price;
  return { ...now, least: Math.max(price.least, now.least) };
}

/** Whether the odds now are below what the bettor accepts. */
export function isOffer(price: ComboPrice, now: ComboPrice): boolean {
  return price.key === now.key && now.odds < price.least;
}
