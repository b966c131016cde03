import { stateAt } from '../markets/lifecycle.ts';
import { CENT, type MicroUsdc } from '../money/micro-usdc.ts';
import { bookAffords, bookCashOutValue, endBetInBook } from '../odds/book.ts';
import { judgeSale, type MarketAtStarts, type SoldBet } from '../odds/every-start.ts';
import { isFresh } from '../odds/feed.ts';
import type { BettableMarket } from './decide-bet.ts';

/** A bet as far as selling it back needs to know it. */
export interface OpenBet {
  readonly outcomeId: string;
  /** Micro-USDC. */
  readonly stake: MicroUsdc;
  /** What it returns if it wins, micro-USDC. */
  readonly payout: MicroUsdc;
  readonly placedAt: Date;
  /** Whether it has been paid, given back or cashed out already. */
  readonly hasEnded: boolean;
}

/** Why a bet cannot be sold back now, each with a sentence of its own. */
export type NoCashOut =
  | 'live-mode'
  | 'bet-ended'
  | 'market-closed'
  | 'market-suspended'
  | 'feed-stale'
  | 'too-soon'
  | 'no-price'
  /** The market could then not pay everyone else. */
  | 'not-covered';

export type CashOutDecision =
  | { readonly kind: 'accepted'; readonly amount: MicroUsdc; readonly marketAfter: BettableMarket }
  /** @property availableAt when it can be, where the clock alone stands against it */
  | { readonly kind: 'unavailable'; readonly why: NoCashOut; readonly availableAt: Date | null }
  /** The market gives less than was signed: `amount` now. */
  | { readonly kind: 'fell'; readonly amount: MicroUsdc }
  /** What was given of possible starts is too coarse to tell: `unclearMoments` of this bet must be read. */
  | { readonly kind: 'unclear'; readonly sold: SoldBet };

/** A bet is not sold back at once, so that nobody trades on prices that others cannot yet have seen. */
export const CASH_OUT_AFTER_MS = 60_000;

/**
 * Decides whether a bet is sold back: the place where every cash-out of the product is decided.
 *
 * It is paid at the amount that was signed, if the market still gives that much. On a market of the feed it must leave
 * every cap kept whenever the game turns out to have begun.
 *
 * @param escrow what lies in the market's escrow, micro-USDC
 * @param starts what any start of its game would make of a market of the feed, with the bet still open; null for all others
 * @param asked the amount that was signed, micro-USDC; null: what the market gives now
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
  now: Date;
}): CashOutDecision {
  const { mode, market, bet, escrow, asked, now } = given;
  const unavailable = (why: NoCashOut, availableAt: Date | null = null): CashOutDecision => ({
    kind: 'unavailable',
    why,
    availableAt,
  });
  // Until the escrow contract can pay for it.
  if (mode === 'live') return unavailable('live-mode');
  if (bet.hasEnded) return unavailable('bet-ended');
  const state = stateAt(market, now);
  if (state === 'suspended') return unavailable('market-suspended');
  if (state !== 'open') return unavailable('market-closed');
  if (market.book.kind === 'feed' && !isFresh(market.book, now)) return unavailable('feed-stale');
  const availableAt = new Date(bet.placedAt.getTime() + CASH_OUT_AFTER_MS);
  if (now < availableAt) return unavailable('too-soon', availableAt);

  const outcome = market.outcomeIds.indexOf(bet.outcomeId);
  const value = bookCashOutValue(market.book, { outcome, payout: bet.payout });
  const amount = asked ?? value;
  if (value === null || value < CENT || amount === null || amount < CENT) return unavailable('no-price');
  if (amount > value) return { kind: 'fell', amount: value };
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
