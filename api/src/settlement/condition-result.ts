import type { FeedEnd } from '../azuro/azuro-feed.ts';

export type ConditionResult =
  /** Sorted; empty: it is over and nothing has won. */
  | { readonly kind: 'won'; readonly outcomeIds: readonly string[] }
  | { readonly kind: 'void' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'undecided' }
  /** What is said of it cannot all be true. */
  | { readonly kind: 'contradiction' };

/** What the outcomes say, apart from their condition. */
type SaidByOutcomes =
  | { readonly kind: 'nothing' | 'a part' | 'void' | 'nonsense' }
  | { readonly kind: 'won'; readonly outcomeIds: readonly string[] };

/**
 * The result of a condition. Newer servers say it by outcomes, older ones by the condition, and some by both: either
 * alone decides, and where both speak they must agree.
 *
 * - The condition names who has won, or says that it is canceled or removed.
 * - The outcomes speak once each of them, and each of ours, is Won, Lost or Canceled. Until then nothing is decided,
 *   whatever the condition says. Canceled are all of them or none: with one winner, a single one cannot be.
 * - The outcomes do not contradict a winner that is not among them.
 *
 * @param ours the feed's ids of the outcomes of our market
 * @see docs/decisions/0050-a-client-of-our-own-for-azuro.md
 */
export function conditionResult(
  { state, wonOutcomeIds, outcomes }: Pick<FeedEnd, 'state' | 'wonOutcomeIds' | 'outcomes'>,
  ours: readonly string[],
): ConditionResult {
  const said = saidByOutcomes(outcomes, ours);
  const isNamed = wonOutcomeIds.length > 0;
  switch (said.kind) {
    case 'nonsense':
      return { kind: 'contradiction' };
    case 'a part':
      return { kind: state === 'Removed' ? 'removed' : 'undecided' };
    case 'void':
      return { kind: isNamed || state === 'Removed' ? 'contradiction' : 'void' };
    case 'won': {
      const listed = new Set(outcomes.map(({ id }) => id));
      const named = wonOutcomeIds.filter((id) => listed.has(id));
      const agrees = !isNamed || named.join() === said.outcomeIds.join();
      if (!agrees || state === 'Canceled' || state === 'Removed') return { kind: 'contradiction' };
      return { kind: 'won', outcomeIds: isNamed ? wonOutcomeIds : said.outcomeIds };
    }
    case 'nothing':
      if (state === 'Canceled') return { kind: isNamed ? 'contradiction' : 'void' };
      if (state === 'Removed') return { kind: 'removed' };
      return state === 'Resolved' ? { kind: 'won', outcomeIds: wonOutcomeIds } : { kind: 'undecided' };
  }
}

function saidByOutcomes(outcomes: FeedEnd['outcomes'], ours: readonly string[]): SaidByOutcomes {
  const decided = outcomes.filter(({ state }) => state === 'Won' || state === 'Lost' || state === 'Canceled');
  if (decided.length === 0) return { kind: 'nothing' };
  const ids = new Set(decided.map(({ id }) => id));
  if (decided.length < outcomes.length || !ours.every((id) => ids.has(id))) return { kind: 'a part' };
  const canceled = decided.filter(({ state }) => state === 'Canceled');
  if (canceled.length === decided.length) return { kind: 'void' };
  if (canceled.length > 0) return { kind: 'nonsense' };
  const won = decided.filter(({ state }) => state === 'Won').map(({ id }) => id);
  // Sorted as the condition's own winners are, with which they are compared.
  return { kind: 'won', outcomeIds: won.sort() };
}
