import type { FixtureCondition } from './fixture.ts';
import { isOnPlayers } from './players-condition.ts';

/**
 * Which part of a condition carries its state and result: `both` as servers do today, only the `condition` as older
 * ones did, only its `outcomes` as newer ones may, or both but in `contradiction` to each other. The condition alone
 * can't say that a single outcome is canceled, or that one is decided before the others.
 */
export const SPEAKERS = ['both', 'condition', 'outcomes', 'contradiction'] as const;
export type Speaker = (typeof SPEAKERS)[number];

export type WireCondition = Omit<FixtureCondition, 'wonOutcomeIds' | 'outcomeStates' | 'outcomes'> & {
  wonOutcomeIds?: string[];
  outcomes: (FixtureCondition['outcomes'][number] & { state?: string })[];
};

/** A condition as it is sent. */
export function wireCondition(condition: FixtureCondition, speaker: Speaker): WireCondition {
  const { outcomeStates: _, ...sent } = condition;
  if (speaker === 'condition') return sent;
  const outcomes = condition.outcomes.map((outcome) => ({
    ...outcome,
    state: stateOfOutcome(speaker === 'contradiction' ? opposite(condition) : condition, outcome.outcomeId),
  }));
  if (speaker !== 'outcomes') return { ...sent, outcomes };
  const { wonOutcomeIds: __, ...rest } = sent;
  const isOver = condition.state === 'Resolved' || condition.state === 'Canceled';
  return { ...rest, state: isOver ? 'Stopped' : condition.state, outcomes };
}

function stateOfOutcome(
  { state, wonOutcomeIds, outcomeStates }: FixtureCondition,
  outcomeId: string,
): string {
  const own = outcomeStates?.[outcomeId];
  if (own !== undefined) return own;
  if (state === 'Resolved') return wonOutcomeIds.includes(outcomeId) ? 'Won' : 'Lost';
  return state === 'Removed' ? 'Stopped' : state;
}

/**
 * The same condition, won by a different outcome; unchanged if it hasn't ended. If each outcome is decided by itself, each
 * ends otherwise.
 */
function opposite(condition: FixtureCondition): FixtureCondition {
  if (condition.state !== 'Resolved' && condition.state !== 'Canceled') return condition;
  const { outcomeStates: _, ...rest } = condition;
  const others = condition.outcomes
    .map(({ outcomeId }) => outcomeId)
    .filter((outcomeId) => !condition.wonOutcomeIds.includes(outcomeId));
  return { ...rest, state: 'Resolved', wonOutcomeIds: isOnPlayers(condition) ? others : others.slice(0, 1) };
}
