import { stateAt } from '../markets/lifecycle.ts';
import type { MarketState } from '../markets/market-state.ts';

/** The feed must have confirmed the price at most this long before the delay ends. */
export const CONFIRMED_WITHIN_MS = 1000;
/** Older odds of a running game can't be bet on. */
export const FRESH_IN_PLAY_MS = 60_000;
/**
 * A price that arrives within this time after a new score may be from before it, because the feed's messages have no times and
 * come over two connections. It is as long as the slowest suspension that docs/design/in-play.md assumes.
 */
export const SCORE_SETTLES_MS = 3000;
/** An order that can't be decided for this long after its delay fails. */
export const DECIDED_WITHIN_MS = 10_000;

/** A bet on a running game that waits for its delay. */
export interface Order {
  readonly orderedAt: Date;
  /** When its delay ends. */
  readonly decideAt: Date;
}

/** What a market in play says about the orders on it. */
export interface MarketInPlay {
  readonly state: MarketState;
  readonly closesAt: Date;
  /** When the feed last confirmed its odds. */
  readonly pricedAt: Date;
  /** When its betting was last suspended; null if it never was. */
  readonly haltedAt: Date | null;
}

export type OrderVerdict =
  /** Its delay isn't over, or the feed still has to confirm the price. */
  | 'wait'
  /** Decide it like any other bet, on the book of this moment. */
  | 'decide'
  /** It fails, and its stake is free. `feed-stale`: the feed didn't confirm the price in time. */
  | 'market-closed'
  | 'market-suspended'
  | 'feed-stale';

/**
 * What becomes of an order now. A suspension at any time since the order ends it, even if betting goes on again: a bettor who saw
 * the goal first must not gain by it.
 *
 * @param now the database's clock, read while the market is locked
 */
export function judgeOrder(order: Order, market: MarketInPlay, now: Date): OrderVerdict {
  const state = stateAt(market, now);
  if (state !== 'open' && state !== 'suspended') return 'market-closed';
  const { haltedAt } = market;
  if (state === 'suspended' || (haltedAt !== null && haltedAt >= order.orderedAt)) return 'market-suspended';
  if (now < order.decideAt) return 'wait';
  if (now.getTime() - order.decideAt.getTime() > DECIDED_WITHIN_MS) return 'feed-stale';
  return isConfirmed(order, market) ? 'decide' : 'wait';
}

/**
 * The same for an order that needs the prices of several running games: the first reason against it ends it, and it is decided once
 * all of them let it be.
 */
export function judgeOrderOnAll(order: Order, markets: readonly MarketInPlay[], now: Date): OrderVerdict {
  const verdicts = markets.map((market) => judgeOrder(order, market, now));
  const against = verdicts.find((verdict) => verdict !== 'wait' && verdict !== 'decide');
  if (against !== undefined) return against;
  // Without a running game left, because its leg has its result, the order waits for its moment all the same.
  return now < order.decideAt || verdicts.includes('wait') ? 'wait' : 'decide';
}

/** Whether the feed has confirmed the market's price late enough for an order. */
export const isConfirmed = ({ decideAt }: Order, { pricedAt }: Pick<MarketInPlay, 'pricedAt'>): boolean =>
  pricedAt.getTime() >= decideAt.getTime() - CONFIRMED_WITHIN_MS;
