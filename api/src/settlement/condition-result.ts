import type { FeedEnd } from '../azuro/azuro-feed.ts';
import { isDecided } from '../azuro/is-decided.ts';

export type ConditionResult =
  /** Sorted; empty if the condition is over and no outcome has won. */
  | { readonly kind: 'won'; readonly outcomeIds: readonly string[] }
  | { readonly kind: 'void' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'undecided' }
  /** The feed's statements contradict each other. */
  | { readonly kind: 'contradiction' };

/** What the states of the outcomes say, apart from their condition. */
type OutcomesResult =
  | { readonly kind: 'nothing' | 'a part' | 'void' | 'nonsense' }
  | { readonly kind: 'won'; readonly outcomeIds: readonly string[] };

/**
 * The result of a condition. Newer servers give it by outcome, older ones by condition, and some by both. Either alone
 * decides; if the feed gives both, they must agree.
 *
 * - The condition names the winners, or says that it is canceled or removed.
 * - The outcomes count once each of them, and each of ours, is Won, Lost or Canceled. If only some are, nothing is
 *   decided, whatever the condition says. Either all outcomes are Canceled or none is: beside a winner, a single
 *   outcome cannot be canceled.
 * - The outcomes do not contradict a named winner that isn't in their list.
 *
 * @param ours the feed's ids of the outcomes of our market
 * @see docs/decisions/0050-a-client-of-our-own-for-azuro.md
 */
export function conditionResult(
  { state, wonOutcomeIds, outcomes }: Pick<FeedEnd, 'state' | 'wonOutcomeIds' | 'outcomes'>,
  ours: readonly string[],
): ConditionResult {
  const byOutcomes = resultByOutcomes(outcomes, ours);
  const isNamed = wonOutcomeIds.length > 0;
  switch (byOutcomes.kind) {
    case 'nonsense':
      return { kind: 'contradiction' };
    case 'a part':
      return { kind: state === 'Removed' ? 'removed' : 'undecided' };
    case 'void':
      return { kind: isNamed || state === 'Removed' ? 'contradiction' : 'void' };
    case 'won': {
      const listed = new Set(outcomes.map(({ id }) => id));
      const named = wonOutcomeIds.filter((id) => listed.has(id));
      const agrees = !isNamed || named.join() === byOutcomes.outcomeIds.join();
      if (!agrees || state === 'Canceled' || state === 'Removed') return { kind: 'contradiction' };
      return { kind: 'won', outcomeIds: isNamed ? wonOutcomeIds : byOutcomes.outcomeIds };
    }
    case 'nothing':
      if (state === 'Canceled') return { kind: isNamed ? 'contradiction' : 'void' };
      if (state === 'Removed') return { kind: 'removed' };
      return state === 'Resolved' ? { kind: 'won', outcomeIds: wonOutcomeIds } : { kind: 'undecided' };
  }
}

function resultByOutcomes(outcomes: FeedEnd['outcomes'], ours: readonly string[]): OutcomesResult {
  const decided = outcomes.filter(({ state }) => isDecided(state));
  if (decided.length === 0) return { kind: 'nothing' };
  const ids = new Set(decided.map(({ id }) => id));
  if (decided.length < outcomes.length || !ours.every((id) => ids.has(id))) return { kind: 'a part' };
  const canceled = decided.filter(({ state }) => state === 'Canceled');
  if (canceled.length === decided.length) return { kind: 'void' };
  if (canceled.length > 0) return { kind: 'nonsense' };
  const won = decided.filter(({ state }) => state === 'Won').map(({ id }) => id);
  // Sorted like the condition's own winners, because the two lists are compared.
  return { kind: 'won', outcomeIds: won.sort() };
}
