import { type MicroOdds, microOdds } from '@tallystone/core/money/micro-usdc';
import { HIGHEST_ODDS, LOWEST_ODDS, ODDS_STEP } from '@tallystone/core/odds/parse-odds';
import type { Random } from './random.ts';

/** Two outcomes win in about a third of the markets that have three or more. */
export function pickWinners(random: Random, outcomes: number): number {
  return outcomes > 2 && random.chance(1 / 3) ? 2 : 1;
}

/** What an outcome's share of the chances is worth where so many outcomes win. */
export function feedOdds(
  chances: readonly number[],
  { margin, winners }: { margin: number; winners: number },
): MicroOdds[] {
  const sum = chances.reduce((total, chance) => total + chance, 0);
  const highest = Number(HIGHEST_ODDS / ODDS_STEP);
  const lowest = Number(LOWEST_ODDS / ODDS_STEP);
  return chances.map((chance) => {
    const hundredths = Math.floor((100 * (1 - margin) * sum) / (winners * chance));
    return microOdds(BigInt(Math.min(highest, Math.max(lowest, hundredths))) * ODDS_STEP);
  });
}
