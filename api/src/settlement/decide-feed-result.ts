import type { Review } from '@tallystone/core/http-api/settlement';
import { RESULT_WITHIN_MS } from '@tallystone/core/markets/settles-by';
import type { MarketResult } from '@tallystone/core/settlement/result';
import type { FeedResult } from '../azuro/azuro-feed.ts';
import { conditionResult } from './condition-result.ts';
import { outcomeResult } from './outcome-result.ts';

/** What deciding a result needs to know of a market of the feed. */
export interface FeedMarket {
  readonly gameId: string;
  /** How many outcomes win. */
  readonly winners: number;
  readonly conditionId: string;
  /** The feed's id of the outcome that it is about, if each is decided by itself; null: about all of them. */
  readonly ofOutcome: string | null;
  readonly outcomes: readonly { readonly id: string; readonly azuroId: string; readonly name: string }[];
}

/** A market that waits for its result. */
export interface AwaitedMarket extends FeedMarket {
  /** Whether betting has ended. */
  readonly isClosed: boolean;
  readonly closesAt: Date;
  /** When its game starts, as the feed last said. */
  readonly startsAt: Date;
  /** When the feed stopped the betting; null if it did not. */
  readonly stoppedAt: Date | null;
}

/** What the feed says about a market's end. */
type FeedVerdict =
  | { readonly kind: 'won'; readonly outcomeIds: readonly string[]; readonly evidence: string }
  | { readonly kind: 'void'; readonly evidence: string }
  /** The game is over, but not with as many winners as the market has, all of them ours. */
  | { readonly kind: 'unclear'; readonly reason: UnclearReason }
  | { readonly kind: 'removed' }
  /** The market has not ended, or the feed contradicts itself. */
  | { readonly kind: 'undecided' }
  /** The feed says nothing about it. */
  | { readonly kind: 'unknown' };

type UnclearReason = Extract<Review, 'no-winner' | 'unknown-winner' | 'several-winners' | 'contradiction'>;

export type FeedDecision =
  | { readonly kind: 'propose'; readonly result: MarketResult; readonly evidence: string }
  | { readonly kind: 'review'; readonly reason: UnclearReason | 'removed' | 'no-result' }
  | { readonly kind: 'wait' };

const WAIT: FeedDecision = { kind: 'wait' };

/**
 * Decides what to do about a market from the feed's present answer about its game. Only exactly as many winners as
 * the market has, all of them ours, or a cancellation end it. Anything else waits, and is given to an admin in the end.
 *
 * @param answer the feed's answer; null if it says nothing about the game
 * @param now the database's clock
 * @see docs/design/feed.md#results
 */
export function decideFeedResult(market: AwaitedMarket, answer: FeedResult | null, now: Date): FeedDecision {
  const verdict = verdictOf(market, answer);
  switch (verdict.kind) {
    case 'won': {
      const { outcomeIds, evidence } = verdict;
      // A result does not end betting: only the game or the clock does.
      return market.isClosed ? { kind: 'propose', result: { kind: 'won', outcomeIds }, evidence } : WAIT;
    }
    case 'void':
      return { kind: 'propose', result: { kind: 'void' }, evidence: verdict.evidence };
    case 'unclear':
      return market.isClosed ? { kind: 'review', reason: verdict.reason } : WAIT;
    case 'removed':
      return isOverdue(market.stoppedAt ?? market.closesAt, now)
        ? { kind: 'review', reason: 'removed' }
        : WAIT;
    case 'undecided':
    case 'unknown': {
      const startsAt = answer?.game?.startsAt ?? market.startsAt;
      const since = Math.max(startsAt.getTime(), market.closesAt.getTime());
      return isOverdue(new Date(since), now) ? { kind: 'review', reason: 'no-result' } : WAIT;
    }
  }
}

const isOverdue = (since: Date, now: Date) => now.getTime() - since.getTime() >= RESULT_WITHIN_MS;

/**
 * Compares a result that came from the feed with the feed's present answer: `confirmed` if it still says the same,
 * `withdrawn` if it says anything else, `unknown` if it says nothing: silence does not withdraw a result.
 *
 * @param result that was proposed
 */
export function confirmFeedResult(
  market: FeedMarket,
  result: MarketResult,
  answer: FeedResult | null,
): 'confirmed' | 'withdrawn' | 'unknown' {
  const verdict = verdictOf(market, answer);
  if (verdict.kind === 'unknown') return 'unknown';
  const isConfirmed =
    result.kind === 'void'
      ? verdict.kind === 'void'
      : verdict.kind === 'won' && verdict.outcomeIds.join() === result.outcomeIds.join();
  return isConfirmed ? 'confirmed' : 'withdrawn';
}

function verdictOf(market: FeedMarket, answer: FeedResult | null): FeedVerdict {
  if (answer === null) return { kind: 'unknown' };
  if (market.ofOutcome !== null) return verdictOnOutcome(market, { answer, id: market.ofOutcome });
  const { gameId, conditionId } = market;
  const read = `read at ${answer.askedAt.toISOString()}`;
  const condition = answer.conditions.find(({ id }) => id === conditionId);
  const isGameCanceled = answer.game?.state === 'Canceled';
  const ours = market.outcomes.map(({ azuroId }) => azuroId);
  const result = condition && conditionResult(condition, ours);
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
    case 'undecided':
      return { kind: result.kind };
    case 'won': {
      // A canceled game with a winner: one of the two is a mistake of the feed.
      if (isGameCanceled) return { kind: 'undecided' };
      if (result.outcomeIds.length === 0) return { kind: 'unclear', reason: 'no-winner' };
      const won = market.outcomes.filter(({ azuroId }) => result.outcomeIds.includes(azuroId));
      if (won.length === 0) return { kind: 'unclear', reason: 'unknown-winner' };
      if (result.outcomeIds.length !== market.winners) return { kind: 'unclear', reason: 'several-winners' };
      if (won.length < result.outcomeIds.length) return { kind: 'unclear', reason: 'unknown-winner' };
      const how = condition?.state === 'Resolved' ? 'is resolved and' : 'is decided by its outcomes and';
      const names = won.map(({ name }) => name).join(', ');
      const have = won.length === 1 ? 'has won' : 'have won';
      const evidence = `The feed says that condition ${conditionId} ${how} ${names} ${have}, ${read}.`;
      return { kind: 'won', outcomeIds: won.map(({ id }) => id), evidence };
    }
  }
}

/** The verdict on an outcome that is decided by itself: it has won, or the other side has. */
function verdictOnOutcome(
  { gameId, conditionId, outcomes }: FeedMarket,
  { answer, id }: { answer: FeedResult; id: string },
): FeedVerdict {
  const read = `read at ${answer.askedAt.toISOString()}`;
  const condition = answer.conditions.find((each) => each.id === conditionId);
  const result = condition && outcomeResult(condition, id);
  const isGameCanceled = answer.game?.state === 'Canceled';
  const is = (what: string) =>
    `The feed says that outcome ${id} of condition ${conditionId} ${what}, ${read}.`;
  switch (result) {
    case 'void': {
      const evidence = `The feed says that condition ${conditionId} is canceled, ${read}.`;
      return { kind: 'void', evidence: condition?.state === 'Canceled' ? evidence : is('is canceled') };
    }
    case 'contradiction':
      return { kind: 'unclear', reason: 'contradiction' };
    case 'won':
    case 'lost': {
      // A canceled game with a result: one of the two is a mistake of the feed.
      if (isGameCanceled) return { kind: 'undecided' };
      const own = outcomes.find(({ azuroId }) => azuroId === id);
      // The feed has no id for it. Without both, the other one may be something else.
      const otherSide = outcomes.find(({ azuroId }) => azuroId === '');
      if (own === undefined || otherSide === undefined) return { kind: 'unclear', reason: 'unknown-winner' };
      const winner = result === 'won' ? own : otherSide;
      return { kind: 'won', outcomeIds: [winner.id], evidence: is(`has ${result}`) };
    }
    case 'nothing':
      return isGameCanceled ? { kind: 'undecided' } : { kind: 'unclear', reason: 'no-winner' };
    default:
      if (isGameCanceled)
        return { kind: 'void', evidence: `The feed says that game ${gameId} is canceled, ${read}.` };
      return { kind: result ?? 'unknown' };
  }
}
