import type { FixtureCondition } from './fixture.ts';

/**
 * Which part of a condition carries its state and result: `both` as servers do today, only the `condition` as older
 * ones did, only its `outcomes` as newer ones may, or both but in `contradiction` to each other.
 */
export const SPEAKERS = ['both', 'condition', 'outcomes', 'contradiction'] as const;
export type Speaker = (typeof SPEAKERS)[number];

export type WireCondition = Omit<FixtureCondition, 'wonOutcomeIds' | 'outcomes'> & {
  wonOutcomeIds?: string[];
  outcomes: (FixtureCondition['outcomes'][number] & { state?: string })[];
};

/** A condition as it is sent. */
export function wireCondition(condition: FixtureCondition, speaker: Speaker): WireCondition {
  if (speaker === 'condition') return condition;
  const outcomes = condition.outcomes.map((outcome) => ({
    ...outcome,
    state: stateOfOutcome(speaker === 'contradiction' ? opposite(condition) : condition, outcome.outcomeId),
  }));
  if (speaker !== 'outcomes') return { ...condition, outcomes };
  const { wonOutcomeIds: _, ...rest } = condition;
  const isOver = condition.state === 'Resolved' || condition.state === 'Canceled';
  return { ...rest, state: isOver ? 'Stopped' : condition.state, outcomes };
}

function stateOfOutcome({ state, wonOutcomeIds }: FixtureCondition, outcomeId: string): string {
  if (state === 'Resolved') return wonOutcomeIds.includes(outcomeId) ? 'Won' : 'Lost';
  return state === 'Removed' ? 'Stopped' : state;
}

/** The same condition, won by a different outcome; unchanged if it hasn't ended. */
function opposite(condition: FixtureCondition): FixtureCondition {
  if (condition.state !== 'Resolved' && condition.state !== 'Canceled') return condition;
  const other = condition.outcomes.find(({ outcomeId }) => !condition.wonOutcomeIds.includes(outcomeId));
  return { ...condition, state: 'Resolved', wonOutcomeIds: other === undefined ? [] : [other.outcomeId] };
}
