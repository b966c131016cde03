import { expectedEnd } from '@tallystone/core/in-play/expected-end';
import { SCORE_SETTLES_MS } from '@tallystone/core/in-play/judge-order';
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
/** In play, because orders need a price that was just confirmed. */
const CONFIRM_IN_PLAY_AFTER_MS = 250;
/** Betting on a running game ends later than this, as long as the feed says that it runs. */
const GOES_ON_MS = 2 * 60_000;
const UNCHANGED: FollowDecision = { kind: 'unchanged' };

/**
 * Decides how an update of its condition changes a market. A stop applies at once. A price applies only as a whole, and
 * lifts the feed's own halt. A market whose betting has ended for good ignores both.
 *
 * A market in play whose condition has its result closes, and doesn't open again if the feed takes that back.
 *
 * @param update.at the earliest moment at which the feed can have sent it
 * @param now the database's clock, read while the market is locked
 */
export function decideCondition(
  market: FollowedMarket,
  update: ConditionUpdate & { readonly at: Date },
  now: Date,
): FollowDecision {
  const { at } = update;
  const { feedHalt } = market;
  // A finished market ignores odds.
  if (feedHalt === 'started' || feedHalt === 'canceled' || !maySuspend(market)) return UNCHANGED;
  const state = stateFor(market, update);
  if (state !== 'Active') {
    const isDecided = market.inPlay !== null && state === 'Resolved' && market.closesAt > now;
    if (feedHalt === 'stopped' && !isDecided) return UNCHANGED;
    const after = isDecided ? closed(stopped(market, at), now) : stopped(market, at);
    return { kind: 'changed', after, isVisible: true, lateBy: null };
  }
  if (at <= market.pricedAt) return UNCHANGED;
  const sent = new Map(update.outcomes.map(({ id, odds }) => [id, odds]));
  const odds = market.outcomes.map(({ azuroId }) =>
    market.isOneSided && azuroId === '' ? null : sent.get(azuroId),
  );
  if (!isWhole(odds)) return refused('an outcome of its market is missing');
  if (odds.every((each) => each === null)) {
    if (!market.isOneSided) return refused('none of its outcomes has odds');
    // Its condition goes on for the others: this player is out, or has scored.
    if (feedHalt === 'stopped') return UNCHANGED;
    return { kind: 'changed', after: stopped(market, at), isVisible: true, lateBy: null };
  }
  if (!isSoundPrice(market.winners, odds)) return refused('its odds cannot be those of its winners');

  const isSame = odds.every((each, place) => each === market.outcomes[place]?.odds);
  const halt = haltAfterPrice(market);
  const confirmAfter = market.inPlay === null ? CONFIRM_AFTER_MS : CONFIRM_IN_PLAY_AFTER_MS;
  if (isSame && halt === feedHalt && at.getTime() - market.pricedAt.getTime() < confirmAfter)
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

/** What the update says about the market: of several outcomes that are decided by themselves only its own counts. */
function stateFor(
  { isOneSided, outcomes }: FollowedMarket,
  update: ConditionUpdate,
): ConditionUpdate['state'] {
  if (!isOneSided) return update.isOver ? 'Stopped' : update.state;
  const own = update.outcomes.find(({ id }) => id === outcomes[0]?.azuroId);
  return own?.isDecided ? 'Resolved' : update.state;
}

/** A price that was requested before the stop must not lift it. */
const stopped = (market: FollowedMarket, at: Date): FollowedMarket => ({
  ...market,
  feedHalt: 'stopped',
  pricedAt: later(at, market.pricedAt),
});

/** While the game itself is stopped, or in play doesn't run or is switched off, a price of its condition doesn't reopen betting. */
function haltAfterPrice({ feedHalt, gameState, inPlay }: FollowedMarket): FeedHalt | null {
  if (inPlay?.isOn === false) return 'stopped';
  const isStopped = inPlay === null ? gameState === 'Stopped' : gameState !== 'Live';
  return feedHalt === 'stopped' && isStopped ? 'stopped' : null;
}

/**
 * Decides how an update of its game changes a market. Betting ends for good once the game is live, finished or
 * canceled; until then the close follows the announced start. After the close only the start is recorded. If the game
 * turns out to have begun before the announced start, bets placed after that moment are late. On a market in play no bet is
 * late, and betting goes on until the game ends.
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
  const isLate = market.inPlay === null && beganEarlier(before, update, now);
  const after =
    market.inPlay === null ? afterGame(before, update, { isLate, now }) : whileInPlay(before, update, now);
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

/** Betting pauses while the game is said not to run, such as after a false start. */
function whileInPlay(market: FollowedMarket, { state }: GameUpdate, now: Date): FollowedMarket {
  if (!mayMove(market)) return market;
  if (state === 'Canceled') return { ...market, feedHalt: 'canceled' };
  if (!maySuspend(market)) return market;
  if (state === 'Finished') return closed(market, now);
  const going = endingLater(market, now);
  return state === 'Live' ? going : { ...going, feedHalt: 'stopped' };
}

/**
 * Decides how a score or a clock changes a market in play. A new score suspends it until a price that is surely from after it.
 * The game's main market shows both, so it changes with them.
 *
 * @param update.at the earliest moment at which the feed can have sent it
 */
export function decideScore(
  market: FollowedMarket,
  update: { clock: string; isNewScore: boolean; at: Date },
  now: Date,
): FollowDecision {
  const { inPlay, feedHalt, isMain } = market;
  if (inPlay === null || !maySuspend(market)) return UNCHANGED;
  const moved = endingAsPlayed({ ...market, inPlay: { ...inPlay, clock: update.clock } }, now);
  const isHalted = update.isNewScore && feedHalt !== 'canceled' && feedHalt !== 'started';
  if (!isHalted && !isMain) return UNCHANGED;
  const settlesAt = new Date(update.at.getTime() + SCORE_SETTLES_MS);
  const pricedAt = isHalted ? later(settlesAt, market.pricedAt) : market.pricedAt;
  const after = isHalted ? { ...moved, feedHalt: 'stopped' as const, pricedAt } : moved;
  return { kind: 'changed', after, isVisible: true, lateBy: null };
}

/** Moves the expected end to what the clock says, if that differs by minutes. */
function endingAsPlayed(market: FollowedMarket, now: Date): FollowedMarket {
  const { inPlay, endsAt, closesAt, startsAt } = market;
  if (inPlay === null || closesAt <= now) return market;
  const expected = expectedEnd({ ...inPlay, startedAt: startsAt }, now);
  const end = later(expected, new Date(now.getTime() + GOES_ON_MS));
  if (Math.abs(end.getTime() - endsAt.getTime()) < GOES_ON_MS) return endingLater(market, now);
  return { ...market, endsAt: end, closesAt: end };
}

/** Moves the expected end of a running game, once that is near. */
function endingLater(market: FollowedMarket, now: Date): FollowedMarket {
  const { inPlay, endsAt, closesAt, startsAt } = market;
  const least = new Date(now.getTime() + GOES_ON_MS);
  if (inPlay === null || endsAt >= least || closesAt <= now) return market;
  const expected = expectedEnd({ ...inPlay, startedAt: startsAt }, now);
  const end = later(expected, least);
  return { ...market, endsAt: end, closesAt: end };
}

/** Ends betting at a moment, unless it ends earlier. */
function closed(market: FollowedMarket, at: Date): FollowedMarket {
  const earlier = (moment: Date) => (moment < at ? moment : at);
  return { ...market, endsAt: earlier(market.endsAt), closesAt: earlier(market.closesAt) };
}

const later = (a: Date, b: Date): Date => new Date(Math.max(a.getTime(), b.getTime()));

const refused = (why: string): FollowDecision => ({ kind: 'refused', why });
