import { stateAt } from '../markets/lifecycle.ts';
import type { FeedBook } from '../odds/feed.ts';
import type { BettableMarket } from './decide-bet.ts';

/** The market on a running game that has the prices for bets on a condition, also for those from before the start. */
export type RunningPrice = Pick<BettableMarket, 'state' | 'closesAt'> & Pick<FeedBook, 'odds' | 'pricedAt'>;

/**
 * Bets from so shortly before the close wait for the result: the feed may still correct the start, and bets from the true start on
 * are refunded. A bettor who placed one after the first goal must not sell it before.
 */
export const IN_DOUBT_MS = 10 * 60_000;

/**
 * Whether a bet from before the start may be sold while its game is played.
 *
 * @param lateFrom when the game had begun, if earlier than announced: bets from then on await their refund
 */
export function maySellInPlay(
  placedAt: Date,
  { closesAt, lateFrom }: { readonly closesAt: Date; readonly lateFrom: Date | null },
): boolean {
  const isLate = lateFrom !== null && placedAt >= lateFrom;
  return !isLate && closesAt.getTime() - placedAt.getTime() >= IN_DOUBT_MS;
}

/**
 * Whether a bet from before the start takes the price of its market in play now: once its own market has closed. A bet that awaits
 * its refund, or may yet, keeps its closed market.
 */
export const takesRunningPrice = (
  { placedAt, market }: { placedAt: Date; market: Pick<BettableMarket, 'state' | 'closesAt'> },
  { lateFrom }: { readonly lateFrom: Date | null },
  now: Date,
): boolean =>
  stateAt(market, now) === 'closed' && maySellInPlay(placedAt, { closesAt: market.closesAt, lateFrom });

/**
 * The market of a bet as a cash-out sees it while the game is played: with the odds and the betting of the market in play. The
 * book stays that of the bet's own market, from which the cash-out is paid.
 *
 * @throws Error if the market isn't one of the feed
 */
export function atRunningPrice<M extends BettableMarket>(
  market: M,
  { state, closesAt, odds, pricedAt }: RunningPrice,
): M {
  if (market.book.kind !== 'feed') throw new Error('only a market of the feed has one in play');
  return { ...market, state, closesAt, book: { ...market.book, odds, pricedAt } };
}
