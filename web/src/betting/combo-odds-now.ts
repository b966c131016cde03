import { comboOddsNow } from '@tallystone/core/combos/combo-odds';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import { microOdds } from '@tallystone/core/money/micro-usdc';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';

/**
 * The odds of a combo that count now, decimal, and those at which it was filled if a void leg has lowered them. The stake
 * times `now` is what it returns.
 */
export function oddsOfCombo({ legs, odds }: Pick<WireCombo, 'legs' | 'odds'>): {
  now: number;
  were: number | null;
} {
  if (legs.every(({ result }) => result !== 'void')) return { now: odds, were: null };
  // Odds of the API have two decimals, so rounding only removes the floating-point error.
  const stored = legs.map((leg) => ({
    odds: microOdds(BigInt(Math.round(leg.odds * 1_000_000))),
    result: leg.result ?? null,
  }));
  return { now: oddsToNumber(comboOddsNow(stored)), were: odds };
}
