import { stateAt } from '../markets/lifecycle.ts';
import { CENT, type MicroUsdc } from '../money/micro-usdc.ts';
import { bookAffords, bookCashOutValue, endBetInBook } from '../odds/book.ts';
import { judgeSale, type MarketAtStarts, type SoldBet } from '../odds/every-start.ts';
import { isFresh } from '../odds/feed.ts';
import type { BettableMarket } from './decide-bet.ts';

/** The facts about a bet that a cash-out needs: about all that is open of it, or about the part that is sold. */
export interface OpenBet {
  readonly outcomeId: string;
  /** Micro-USDC. */
  readonly stake: MicroUsdc;
  /** What that stake returns if it wins, micro-USDC. */
  readonly payout: MicroUsdc;
  readonly placedAt: Date;
  /** Whether it was already paid, refunded or cashed out. */
  readonly hasEnded: boolean;
}

/** Why a bet can't be cashed out now. Each reason has its own sentence. */
export type NoCashOut =
  | 'live-mode'
  | 'bet-ended'
  | 'market-closed'
  | 'market-suspended'
  | 'feed-stale'
  | 'too-soon'
  | 'no-price'
  /** The feed prices one side only, so nothing says what the bet is worth. */
  | 'one-sided'
  /** The market couldn't pay everyone else afterwards. */
  | 'not-covered'
  /** Another amount was signed for it, and that waits for the delay of its running game. */
  | 'waiting';

export type CashOutDecision =
  | { readonly kind: 'accepted'; readonly amount: MicroUsdc; readonly marketAfter: BettableMarket }
  /**
   * @property availableAt when it can be cashed out, if only time prevents it
   */
  | { readonly kind: 'unavailable'; readonly why: NoCashOut; readonly availableAt: Date | null }
  /** The market now gives less than the bettor signed: only `amount`. */
  | { readonly kind: 'fell'; readonly amount: MicroUsdc }
  /** The given start steps are too coarse to decide: the bets at this bet's `unclearMoments` must be read. */
  | { readonly kind: 'unclear'; readonly sold: SoldBet };

/** A new bet can't be cashed out at once, so bettors can't trade on prices that others haven't seen yet. */
export const CASH_OUT_AFTER_MS = 60_000;

/**
 * Decides whether a bet is cashed out. Every cash-out of the product is decided here.
 *
 * It is paid the signed amount if the market still gives that much, or all that the market gives if that amount is a minimum. On a
 * market of the feed, every cap must be kept whenever the game turns out to have started. While the game is played the price is
 * that of its market in play, and the cash-out waits first: at-running-price.ts and core/in-play/judge-order.ts.
 *
 * @param escrow what is in the market's escrow, micro-USDC
 * @param starts for a market of the feed, what any start of its game would cause with the bet still open; otherwise
 *   null
 * @param asked the signed amount, micro-USDC; null: what the market gives now
 * @param isMinimum whether that amount is a minimum, because the cash-out waited for its amount or the delay of a running game
 * @param now the database's clock, read while the market is locked
 * @see docs/design/pricing.md#cash-outs
 */
export function decideCashOut(given: {
  mode: 'demo' | 'live';
  market: BettableMarket;
  bet: OpenBet;
  escrow: MicroUsdc;
  starts: MarketAtStarts | null;
  asked: MicroUsdc | null;
  isMinimum?: boolean;
  now: Date;
}): CashOutDecision {
  const { mode, market, bet, escrow, asked, isMinimum = false, now } = given;
  const unavailable = (why: NoCashOut, availableAt: Date | null = null): CashOutDecision => ({
    kind: 'unavailable',
    why,
    availableAt,
  });
  // The escrow contract can't pay cash-outs yet.
  if (mode === 'live') return unavailable('live-mode');
  if (bet.hasEnded) return unavailable('bet-ended');
  if (market.book.kind === 'feed' && market.book.isOneSided) return unavailable('one-sided');
  const state = stateAt(market, now);
  if (state === 'suspended') return unavailable('market-suspended');
  if (state !== 'open') return unavailable('market-closed');
  if (market.book.kind === 'feed' && !isFresh(market.book, now)) return unavailable('feed-stale');
  const availableAt = new Date(bet.placedAt.getTime() + CASH_OUT_AFTER_MS);
  if (now < availableAt) return unavailable('too-soon', availableAt);

  const outcome = market.outcomeIds.indexOf(bet.outcomeId);
  const value = bookCashOutValue(market.book, { outcome, payout: bet.payout });
  const least = asked ?? value;
  if (value === null || value < CENT || least === null || least < CENT) return unavailable('no-price');
  if (least > value) return { kind: 'fell', amount: value };
  const amount = isMinimum ? value : least;
  const ended = { outcome, stake: bet.stake, payout: bet.payout, paid: amount };
  if (!bookAffords(market.book, ended, { escrow })) return unavailable('not-covered');
  if (market.book.kind === 'feed') {
    if (given.starts === null)
      throw new Error('a bet on a market of the feed is sold with the starts of its game');
    const sold = { ...ended, at: bet.placedAt.getTime() };
    const verdict = judgeSale(given.starts, sold);
    if (verdict === 'unclear') return { kind: 'unclear', sold };
    if (verdict === 'above') return unavailable('not-covered');
  }
  return { kind: 'accepted', amount, marketAfter: { ...market, book: endBetInBook(market.book, ended) } };
}
