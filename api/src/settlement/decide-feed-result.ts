import type { Review } from '@tallystone/core/http-api/settlement';
import { RESULT_WITHIN_MS } from '@tallystone/core/markets/settles-by';
import type { MarketResult } from '@tallystone/core/settlement/result';
import type { FeedResult } from '../azuro/azuro-feed.ts';
import { conditionResult } from './condition-result.ts';

/** A market of the feed as far as its result needs to know it. */
export interface FeedMarket {
  readonly gameId: string;
  readonly conditionId: string;
  readonly outcomes: readonly { readonly id: string; readonly azuroId: string; readonly name: string }[];
}

/** How a market stands that waits for its result. */
export interface AwaitedMarket extends FeedMarket {
  /** Whether betting has ended. */
  readonly isClosed: boolean;
  readonly closesAt: Date;
  /** When its game starts, as last heard. */
  readonly startsAt: Date;
  /** When the feed stopped the betting; null when it did not. */
  readonly stoppedAt: Date | null;
}

/** What the feed says of a market's end, whoever asks. */
type SaidEnd =
  | { readonly kind: 'won'; readonly outcomeId: string; readonly evidence: string }
  | { readonly kind: 'void'; readonly evidence: string }
  /** Over, and not by one outcome of ours. */
  | { readonly kind: 'unclear'; readonly reason: UnclearReason }
  | { readonly kind: 'removed' }
  /** It has not ended, or the feed contradicts itself. */
  | { readonly kind: 'undecided' }
  /** Nothing is said of it. */
  | { readonly kind: 'unknown' };

type UnclearReason = Extract<Review, 'no-winner' | 'unknown-winner' | 'several-winners' | 'contradiction'>;

export type FeedDecision =
  | { readonly kind: 'propose'; readonly result: MarketResult; readonly evidence: string }
  | { readonly kind: 'review'; readonly reason: UnclearReason | 'removed' | 'no-result' }
  | { readonly kind: 'wait' };

const WAIT: FeedDecision = { kind: 'wait' };

/**
 * What is to be done about a market by what the feed says of its game now. Only one winner that is ours, or a
 * cancellation, ends it; everything else waits, and in the end an admin looks at it.
 *
 * @param said null: the feed says nothing of the game
 * @param now the database's clock
 * @see docs/design/feed.md#results
 */
export function decideFeedResult(market: AwaitedMarket, said: FeedResult | null, now: Date): FeedDecision {
  const end = saidEnd(market, said);
  switch (end.kind) {
    case 'won': {
      const { outcomeId, evidence } = end;
      // A result does not end betting: the game has to, or the clock.
      return market.isClosed ? { kind: 'propose', result: { kind: 'won', outcomeId }, evidence } : WAIT;
    }
    case 'void':
      return { kind: 'propose', result: { kind: 'void' }, evidence: end.evidence };
    case 'unclear':
      return market.isClosed ? { kind: 'review', reason: end.reason } : WAIT;
    case 'removed':
      return isOverdue(market.stoppedAt ?? market.closesAt, now)
        ? { kind: 'review', reason: 'removed' }
        : WAIT;
    case 'undecided':
    case 'unknown': {
      const startsAt = said?.game?.startsAt ?? market.startsAt;
      const since = Math.max(startsAt.getTime(), market.closesAt.getTime());
      return isOverdue(new Date(since), now) ? { kind: 'review', reason: 'no-result' } : WAIT;
    }
  }
}

const isOverdue = (since: Date, now: Date) => now.getTime() - since.getTime() >= RESULT_WITHIN_MS;

/**
 * Whether a result that was taken from the feed still stands by what it says now: `stands`, `withdrawn` when it says
 * anything else, and `unknown` when it says nothing, which takes back no word of it.
 *
 * @param outcomeId the winner; null: void
 */
export function confirmFeedResult(
  market: FeedMarket,
  outcomeId: string | null,
  said: FeedResult | null,
): 'stands' | 'withdrawn' | 'unknown' {
  const end = saidEnd(market, said);
  if (end.kind === 'unknown') return 'unknown';
  const stands = outcomeId === null ? end.kind === 'void' : end.kind === 'won' && end.outcomeId === outcomeId;
  return stands ? 'stands' : 'withdrawn';
}

function saidEnd(market: FeedMarket, said: FeedResult | null): SaidEnd {
  if (said === null) return { kind: 'unknown' };
  const { gameId, conditionId } = market;
  const read = `read at ${said.askedAt.toISOString()}`;
  const condition = said.conditions.find(({ id }) => id === conditionId);
  const isGameCanceled = said.game?.state === 'Canceled';
  const result =
    condition === undefined
      ? null
      : conditionResult(
          condition,
          market.outcomes.map(({ azuroId }) => azuroId),
        );
  if (result?.kind === 'void') {
    const what = condition?.state === 'Canceled' ? 'is canceled' : 'has only canceled outcomes';
    return { kind: 'void', evidence: `The feed says that condition ${conditionId} ${what}, ${read}.` };
  }
  if (result?.kind === 'contradiction') return { kind: 'unclear', reason: 'contradiction' };
  if (isGameCanceled && result?.kind !== 'won') {
    return { kind: 'void', evidence: `The feed says that game ${gameId} is canceled, ${read}.` };
  }
  switch (result?.kind) {
    case undefined:
      return { kind: 'unknown' };
    case 'removed':
      return { kind: 'removed' };
    case 'undecided':
      return { kind: 'undecided' };
    case 'won': {
      // Won by somebody, and never played: one of them is a slip.
      if (isGameCanceled) return { kind: 'undecided' };
      const [winner, ...more] = result.outcomeIds;
      if (winner === undefined) return { kind: 'unclear', reason: 'no-winner' };
      const ours = market.outcomes.filter(({ azuroId }) => result.outcomeIds.includes(azuroId));
      const [outcome] = ours;
      if (outcome === undefined) return { kind: 'unclear', reason: 'unknown-winner' };
      if (more.length > 0) return { kind: 'unclear', reason: 'several-winners' };
      const how = condition?.state === 'Resolved' ? 'is resolved and' : 'is decided by its outcomes and';
      const evidence = `The feed says that condition ${conditionId} ${how} ${outcome.name} has won, ${read}.`;
      return { kind: 'won', outcomeId: outcome.id, evidence };
    }
  }
}
