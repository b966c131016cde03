import type { FeedEnd } from '../azuro/azuro-feed.ts';
import { isDecided } from '../azuro/is-decided.ts';

export type OutcomeResult =
  | 'won'
  | 'lost'
  | 'void'
  | 'removed'
  | 'undecided'
  /** The condition is resolved, and says nothing about any outcome. */
  | 'nothing'
  /** The feed's statements contradict each other. */
  | 'contradiction';

/**
 * The result of an outcome that is decided by itself, such as a player who scores, whatever the others did. Its own state decides,
 * also while its condition goes on. Without one the condition does: with the winners that it names, or if it is canceled or removed.
 * If it names nothing at all, it isn't known whether all have lost.
 *
 * @param id the feed's, of the outcome
 */
export function outcomeResult(
  { state, wonOutcomeIds, outcomes }: Pick<FeedEnd, 'state' | 'wonOutcomeIds' | 'outcomes'>,
  id: string,
): OutcomeResult {
  const isNamed = wonOutcomeIds.includes(id);
  const isOff = state === 'Canceled' || state === 'Removed';
  const isCanceledWithWinners = state === 'Canceled' && wonOutcomeIds.length > 0;
  const said = outcomes.find((outcome) => outcome.id === id)?.state ?? null;
  switch (said) {
    case 'Won':
      return isOff || (wonOutcomeIds.length > 0 && !isNamed) ? 'contradiction' : 'won';
    case 'Lost':
      return isOff || isNamed ? 'contradiction' : 'lost';
    case 'Canceled':
      return state === 'Removed' || isNamed || isCanceledWithWinners ? 'contradiction' : 'void';
    default:
      return byCondition({ state, wonOutcomeIds, outcomes }, id);
  }
}

function byCondition(
  { state, wonOutcomeIds, outcomes }: Pick<FeedEnd, 'state' | 'wonOutcomeIds' | 'outcomes'>,
  id: string,
): OutcomeResult {
  const states = outcomes.map((outcome) => outcome.state);
  if (state === 'Canceled') {
    const hasResults = wonOutcomeIds.length > 0 || states.some((each) => each === 'Won' || each === 'Lost');
    return hasResults ? 'contradiction' : 'void';
  }
  if (state === 'Removed') return 'removed';
  // If the states of others are known, its own will be.
  if (state !== 'Resolved' || states.some(isDecided)) return 'undecided';
  if (wonOutcomeIds.includes(id)) return 'won';
  if (wonOutcomeIds.length === 0) return 'nothing';
  // Winners say nothing about an outcome that is gone from the list: a player who is taken off it may not have played.
  return outcomes.length === 0 || outcomes.some((outcome) => outcome.id === id) ? 'lost' : 'undecided';
}
