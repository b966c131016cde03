import type { FixtureCondition } from './fixture.ts';
import { mainSidesOf } from './main-sides.ts';
import { marketOf } from './offered.ts';
import type { Score } from './score.ts';
import { modelScores } from './score-model.ts';
import { winnersOf } from './winners-of.ts';

/**
 * The score of a game whose main condition has this winner; null if the stand-in plays no score for it.
 *
 * @param noise a number from 0 to below 1 for each name, always the same one
 */
export function playScore(
  sportSlug: string,
  { main, winner, noise }: { main: FixtureCondition; winner: string; noise: (name: string) => number },
): Score | null {
  const sides = mainSidesOf(sportSlug, main);
  const side = sides?.sideOf(winner) ?? null;
  if (sides === null || side === null) return null;
  return modelScores(sportSlug, sides.chances)?.draw(side, noise) ?? null;
}

/** How a condition ends. */
export interface End {
  readonly state: 'Resolved' | 'Canceled';
  readonly wonOutcomeIds: readonly string[];
  /** Of outcomes that end otherwise than won or lost. */
  readonly outcomeStates?: Readonly<Record<string, string>>;
}

/** How a condition ends at this score: canceled if it isn't understood or the score returns its stakes. */
export function endAt(sportSlug: string, condition: FixtureCondition, score: Score | null): End {
  const market = marketOf(sportSlug, condition);
  const pair = market === undefined ? undefined : score?.[market.part];
  const winners = market === undefined || pair === undefined ? null : winnersOf(market, pair);
  if (winners === null) return { state: 'Canceled', wonOutcomeIds: [] };
  return { state: 'Resolved', wonOutcomeIds: winners.map((place) => market?.outcomeIds[place] ?? '') };
}
