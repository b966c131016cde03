import type { FeedHalt } from '@tallystone/core/markets/suspension';
import type { MicroOdds } from '@tallystone/core/money/micro-usdc';
import type { ConditionUpdate, GameUpdate } from './azuro-feed.ts';
import type { FollowedMarket } from './follow-store.ts';
import { isSoundPrice } from './is-sound-price.ts';
import { isPlausibleStart } from './plausible-start.ts';

export interface FollowedChange {
  readonly after: FollowedMarket;
  /** Whether people see the change; if so, it makes a new version. */
  readonly isVisible: boolean;
  /** The update which says that the game began earlier than announced, so that later bets are late; else null. */
  readonly lateBy: GameUpdate | null;
}

export type FollowDecision =
  | { readonly kind: 'unchanged' }
  /** No part of the update is applied. */
  | { readonly kind: 'refused'; readonly why: string }
  | ({ readonly kind: 'changed' } & FollowedChange);

/** Unchanged odds are confirmed at most this often, because the socket repeats itself. */
const CONFIRM_AFTER_MS = 5000;
const UNCHANGED: FollowDecision = { kind: 'unchanged' };

/**
 * Decides how an update of its condition changes a market. A stop applies at once. A price applies only as a whole, and
 * lifts the feed's own halt. A market whose betting has ended for good ignores both.
 *
 * @param at the earliest moment at which the feed can have sent it
 */
export function decideCondition(market: FollowedMarket, update: ConditionUpdate, at: Date): FollowDecision {
  const { feedHalt } = market;
  // A finished market ignores odds.
  if (feedHalt === 'started' || feedHalt === 'canceled' || !maySuspend(market)) return UNCHANGED;
  if (update.state !== 'Active') {
    if (feedHalt === 'stopped') return UNCHANGED;
    // A price that was requested before the stop must not lift it.
    const pricedAt = at > market.pricedAt ? at : market.pricedAt;
    const after: FollowedMarket = { ...market, feedHalt: 'stopped', pricedAt };
    return { kind: 'changed', after, isVisible: true, lateBy: null };
  }
  if (at <= market.pricedAt) return UNCHANGED;
  const sent = new Map(update.outcomes.map(({ id, odds }) => [id, odds]));
  const odds = market.outcomes.map(({ azuroId }) => sent.get(azuroId));
  if (!isWhole(odds)) return refused('an outcome of its market is missing');
  if (odds.every((each) => each === null)) return refused('none of its outcomes has odds');
  if (!isSoundPrice(market.winners, odds)) return refused('its odds cannot be those of its winners');

  const isSame = odds.every((each, place) => each === market.outcomes[place]?.odds);
  const halt = haltAfterPrice(market);
  if (isSame && halt === feedHalt && at.getTime() - market.pricedAt.getTime() < CONFIRM_AFTER_MS)
    return UNCHANGED;
  const after: FollowedMarket = {
    ...market,
    feedHalt: halt,
    pricedAt: at,
    outcomes: market.outcomes.map(({ azuroId }, place) => ({ azuroId, odds: odds[place] ?? null })),
  };
  return { kind: 'changed', after, isVisible: !isSame || halt !== feedHalt, lateBy: null };
}

function isWhole(odds: readonly (MicroOdds | null | undefined)[]): odds is (MicroOdds | null)[] {
  return odds.every((each) => each !== undefined);
}

/** While the game itself is stopped, a price of its condition doesn't reopen betting. */
function haltAfterPrice({ feedHalt, gameState }: FollowedMarket): FeedHalt | null {
  return feedHalt === 'stopped' && gameState === 'Stopped' ? 'stopped' : null;
}

/**
 * Decides how an update of its game changes a market. Betting ends for good once the game is live, finished or
 * canceled; until then the close follows the announced start. After the close only the start is recorded. If the game
 * turns out to have begun before the announced start, bets placed after that moment are late.
 *
 * @param now the database's clock, read while the market is locked
 */
export function decideGame(market: FollowedMarket, update: GameUpdate, now: Date): FollowDecision {
  if (!isPlausibleStart(update.startsAt, now)) return refused('its start is too far from now');
  if (market.gameState === 'Canceled') return UNCHANGED;
  const before: FollowedMarket = {
    ...market,
    gameState: update.state,
    gameStartsAt: update.startsAt,
  };
  const isLate = beganEarlier(before, update, now);
  const after = afterGame(before, update, { isLate, now });
  const isVisible =
    after.feedHalt !== market.feedHalt ||
    after.startsAt.getTime() !== market.startsAt.getTime() ||
    after.endsAt.getTime() !== market.endsAt.getTime() ||
    after.closesAt.getTime() !== market.closesAt.getTime();
  const isChanged =
    isVisible ||
    update.state !== market.gameState ||
    update.startsAt.getTime() !== market.gameStartsAt.getTime();
  return isChanged ? { kind: 'changed', after, isVisible, lateBy: isLate ? update : null } : UNCHANGED;
}

function afterGame(
  market: FollowedMarket,
  update: GameUpdate,
  { isLate, now }: { isLate: boolean; now: Date },
): FollowedMarket {
  if (!mayMove(market)) return market;
  const after = maySuspend(market) ? whileBetting(market, update, now) : afterClose(market, update);
  return isLate ? withLateBets(after, update.startsAt) : after;
}

/**
 * A canceled game has no late bets, because every stake is refunded. For a market being resolved the early start is
 * still recorded, so that late bets aren't paid: see feed-results.ts.
 */
function beganEarlier(market: FollowedMarket, { state, startsAt }: GameUpdate, now: Date): boolean {
  return (
    (mayMove(market) || market.state === 'resolving') &&
    state !== 'Canceled' &&
    startsAt < now &&
    startsAt < market.startsAt
  );
}

/** A market with a result doesn't change: the settler checks the game again before it pays, see feed-results.ts. */
const mayMove = (market: FollowedMarket) => market.state === 'closed' || maySuspend(market);

const maySuspend = ({ state }: FollowedMarket) => state === 'open' || state === 'suspended';

function afterClose(market: FollowedMarket, { state, startsAt }: GameUpdate): FollowedMarket {
  return state === 'Canceled' ? { ...market, feedHalt: 'canceled' } : { ...market, startsAt };
}

/** Moves the end of betting back to when the game began, unless the market has closed already. */
function withLateBets(market: FollowedMarket, began: Date): FollowedMarket {
  const lateFrom = market.lateFrom !== null && market.lateFrom < began ? market.lateFrom : began;
  const late = { ...market, startsAt: began, lateFrom };
  return maySuspend(market) ? closed(late, began) : late;
}

function whileBetting(market: FollowedMarket, { state, startsAt }: GameUpdate, now: Date): FollowedMarket {
  const { feedHalt } = market;
  switch (state) {
    case 'Canceled':
      return { ...market, feedHalt: 'canceled' };
    case 'Live':
    case 'Finished':
      return closed({ ...market, feedHalt: 'started' }, now);
    case 'Stopped':
    case 'Prematch': {
      // Betting never reopens once the game has begun.
      if (feedHalt === 'started') return market;
      // A new bet would be covered by stakes about to be refunded. An update after the refunds applies.
      if (market.awaitsRefunds) return market;
      const moved = { ...market, startsAt, endsAt: startsAt, closesAt: startsAt };
      return state === 'Stopped' ? { ...moved, feedHalt: 'stopped' } : moved;
    }
  }
}

/** Ends betting at a moment, unless it ends earlier. */
function closed(market: FollowedMarket, at: Date): FollowedMarket {
  const earlier = (moment: Date) => (moment < at ? moment : at);
  return { ...market, endsAt: earlier(market.endsAt), closesAt: earlier(market.closesAt) };
}

const refused = (why: string): FollowDecision => ({ kind: 'refused', why });
