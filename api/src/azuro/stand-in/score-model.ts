import { GoalModel, type GoalSport } from './goal-model.ts';
import type { ScoreModel, SideChances } from './score.ts';
import { TennisModel } from './tennis-model.ts';

const GOAL_SPORTS: ReadonlyMap<string, GoalSport> = new Map([
  ['football', { total: 2.7, spread: 1, firstShare: 0.45 }],
  ['ice-hockey', { total: 5.85, spread: 1, firstShare: 1 / 3, ties: 0.23 }],
  ['basketball', { total: 219.8, spread: 1, firstShare: 0.5 }],
  ['american-football', { total: 46, spread: 4.5, firstShare: 0.5 }],
  ['baseball', { total: 8.8, spread: 2, firstShare: 0.5 }],
]);

/** How a game of this sport may end, if the main condition's chances are these; null for sports without a model. */
export function modelScores(sportSlug: string, chances: SideChances): ScoreModel | null {
  if (sportSlug === 'tennis') return new TennisModel(chances);
  const sport = GOAL_SPORTS.get(sportSlug);
  return sport === undefined ? null : new GoalModel(sport, chances);
}
