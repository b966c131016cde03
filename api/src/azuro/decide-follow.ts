import type { MarketState } from '@tallystone/core/markets/market-state';
import type { FeedHalt } from '@tallystone/core/markets/suspension';
import type { MicroOdds } from '@tallystone/core/money/micro-usdc';
import type { ConditionUpdate, GameState, GameUpdate } from './azuro-feed.ts';
import { isSoundPrice } from './is-sound-price.ts';
import { isPlausibleStart } from './plausible-start.ts';

/** A market of the feed as far as following the feed needs to know it. */
export interface FollowedMarket {
  readonly id: string;
  /** As it is stored: what nobody has closed yet may still be put off. */
  readonly state: MarketState;
  readonly conditionId: string;
  readonly gameId: string;
  readonly gameState: GameState;
  readonly gameStartsAt: Date;
  readonly feedHalt: FeedHalt | null;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly closesAt: Date;
  /** The game began then, earlier than was said: open bets from then on are given back. */
  readonly lateFrom: Date | null;
  /** Late bets on its game, on this market or another, have not been given back yet. */
  readonly awaitsRefunds: boolean;
  readonly pricedAt: Date;
  /** In the order of its outcomes. */
  readonly outcomes: readonly { readonly azuroId: string; readonly odds: MicroOdds | null }[];
}

export type Followed =
  | { readonly kind: 'unchanged' }
  /** Nothing of it is taken over. */
  | { readonly kind: 'refused'; readonly why: string }
  /**
   * @property isVisible whether people see it, so that it makes a new version
   * @property lateBy the word that the game began earlier than was said: bets from then on are late; null: nothing of that
   */
  | {
      readonly kind: 'changed';
      readonly after: FollowedMarket;
      readonly isVisible: boolean;
      readonly lateBy: GameUpdate | null;
    };

/** Odds that did not change are confirmed at most so often: a socket repeats itself. */
const CONFIRM_AFTER_MS = 5000;
const UNCHANGED: Followed = { kind: 'unchanged' };

/**
 * A market after what the feed says of its condition. A stop is taken over at once. A price is taken over only
 * whole, and lifts what the feed itself held against betting before. What cannot be undone takes neither.
 *
 * @param at when the feed said so, at the earliest
 */
export function decideCondition(market: FollowedMarket, update: ConditionUpdate, at: Date): Followed {
  const { feedHalt } = market;
  // Over for good: nobody bets at its odds any more.
  if (feedHalt === 'started' || feedHalt === 'canceled' || !maySuspend(market)) return UNCHANGED;
  if (update.state !== 'Active') {
    if (feedHalt === 'stopped') return UNCHANGED;
    // A price that was asked for before the stop, and answered after it, does not lift it.
    const pricedAt = at > market.pricedAt ? at : market.pricedAt;
    return visible({ ...market, feedHalt: 'stopped', pricedAt });
  }
  if (at <= market.pricedAt) return UNCHANGED;
  const sent = new Map(update.outcomes.map(({ id, odds }) => [id, odds]));
  const odds = market.outcomes.map(({ azuroId }) => sent.get(azuroId));
  if (!isWhole(odds)) return refused('an outcome of its market is missing');
  if (odds.every((each) => each === null)) return refused('none of its outcomes has odds');
  if (!isSoundPrice(odds)) return refused('its odds cannot be those of one winner');

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

/** While the game itself is stopped, a price of its condition does not open the betting. */
function haltAfterPrice({ feedHalt, gameState }: FollowedMarket): FeedHalt | null {
  return feedHalt === 'stopped' && gameState === 'Stopped' ? 'stopped' : null;
}

/**
 * A market after what the feed says of its game. Betting ends for good when the game runs, is over or is
 * canceled; until then it ends when the game starts, whenever that is said to be. Once betting is closed only the
 * start is recorded. A start that turns out to lie in the past, before what was said, makes later bets late.
 *
 * @param now the database's clock, read while the market is locked
 */
export function decideGame(market: FollowedMarket, update: GameUpdate, now: Date): Followed {
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
  const isNews =
    isVisible ||
    update.state !== market.gameState ||
    update.startsAt.getTime() !== market.gameStartsAt.getTime();
  return isNews ? { kind: 'changed', after, isVisible, lateBy: isLate ? update : null } : UNCHANGED;
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

/** Of a canceled game every stake goes back. Under a result the word is kept, so that it is not paid: see feed-results.ts. */
function beganEarlier(market: FollowedMarket, { state, startsAt }: GameUpdate, now: Date): boolean {
  return (
    (mayMove(market) || market.state === 'resolving') &&
    state !== 'Canceled' &&
    startsAt < now &&
    startsAt < market.startsAt
  );
}

/** Nothing moves under a result: what follows from the game is seen before it is paid, see feed-results.ts. */
const mayMove = (market: FollowedMarket) => market.state === 'closed' || maySuspend(market);

const maySuspend = ({ state }: FollowedMarket) => state === 'open' || state === 'suspended';

function afterClose(market: FollowedMarket, { state, startsAt }: GameUpdate): FollowedMarket {
  return state === 'Canceled' ? { ...market, feedHalt: 'canceled' } : { ...market, startsAt };
}

/** Betting ended when the game began. What is closed already stays as it was closed. */
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
      // What has begun is over for betting, whatever is said of it later.
      if (feedHalt === 'started') return market;
      // A bet would be covered by stakes that go back. Once they have, the next word is taken over.
      if (market.awaitsRefunds) return market;
      const moved = { ...market, startsAt, endsAt: startsAt, closesAt: startsAt };
      return state === 'Stopped' ? { ...moved, feedHalt: 'stopped' } : moved;
    }
  }
}

/** Betting ends at a moment, unless it has ended before. */
function closed(market: FollowedMarket, at: Date): FollowedMarket {
  const earlier = (moment: Date) => (moment < at ? moment : at);
  return { ...market, endsAt: earlier(market.endsAt), closesAt: earlier(market.closesAt) };
}

const visible = (after: FollowedMarket): Followed => ({
  kind: 'changed',
  after,
  isVisible: true,
  lateBy: null,
});
const refused = (why: string): Followed => ({ kind: 'refused', why });
