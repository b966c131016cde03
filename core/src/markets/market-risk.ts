import type { StakeLimit } from '../http-api/markets.ts';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { type Book, bookMaxStake } from '../odds/book.ts';
import { exposureOf, owedWith } from '../odds/exposure.ts';
import { type FeedBook, isFresh } from '../odds/feed.ts';
import type { LmsrBook } from '../odds/lmsr.ts';
import { pendingExposureOf } from '../odds/pending.ts';
import { hasEnded, stateAt } from './lifecycle.ts';
import type { MarketState } from './market-state.ts';

/** What the house has at stake on a market, micro-USDC. */
export interface MarketRisk {
  /** The most the house can ever lose on it. */
  readonly atRisk: MicroUsdc;
  /**
   * What it loses now in the worst case, whichever pending bets stay; once the market has ended, what it lost. Never
   * above `atRisk`.
   */
  readonly worstCase: MicroUsdc;
  /** In the market's order. */
  readonly outcomes: readonly {
    /** What is owed on the outcome if it wins. */
    readonly owed: MicroUsdc;
    /**
     * What the house keeps if the outcome wins, over the market's whole life; below zero for a loss. If others win
     * beside it, at least.
     */
    readonly houseResult: MicroUsdc;
    readonly maxStake: MicroUsdc;
    readonly limitedBy: StakeLimit;
  }[];
  /** What the house keeps if every open stake is refunded. */
  readonly voidResult: MicroUsdc;
}

/**
 * What the house can lose on a market now, and the largest stake on each outcome with what limits it.
 *
 * @param market.funded what the house put into its escrow, micro-USDC
 * @param market.won the indices of a settled market's winners, else null
 * @param pool the house pool's balance, micro-USDC: a feed market takes its cap from it with its first bet
 */
export function marketRisk({
  market,
  pool,
  now,
}: {
  market: {
    state: MarketState;
    closesAt: Date;
    book: Book;
    funded: MicroUsdc;
    won: readonly number[] | null;
  };
  pool: MicroUsdc;
  now: Date;
}): MarketRisk {
  const { book, funded } = market;
  const isOpen = stateAt(market, now) === 'open' && (book.kind === 'lmsr' || isFresh(book, now));
  const limitOf = (outcome: number): Limit => {
    if (!isOpen) return { maxStake: ZERO_USDC, limitedBy: 'closed' };
    if (book.kind === 'lmsr') return limitOfOurs(book, outcome);
    return limitOfFeed(book, { outcome, hasCap: funded > 0n || pool >= book.lossBudget });
  };
  // The pool tops up an escrow that was left short by bets placed after the game's start.
  const isToppedUp = funded > book.lossBudget;
  const keeps = (owed: MicroUsdc) => microUsdc(book.received - owed);
  return {
    atRisk: isToppedUp ? funded : book.lossBudget,
    worstCase: worstCase(market),
    outcomes: book.openReturns.map((owed, outcome) => ({
      owed,
      houseResult: keeps(owedWith(book, outcome)),
      ...limitOf(outcome),
    })),
    voidResult: keeps(book.openStakes),
  };
}

interface Limit {
  readonly maxStake: MicroUsdc;
  readonly limitedBy: StakeLimit;
}

/** Our market maker takes stakes up to a probability of 99%. Up to there it always has odds: they stay above 1 / 0.99. */
const limitOfOurs = (book: LmsrBook, outcome: number): Limit => ({
  maxStake: bookMaxStake(book, outcome),
  limitedBy: 'probability',
});

/**
 * @param asked.hasCap whether the market's cap is in escrow, or the pool can put it there
 */
function limitOfFeed(book: FeedBook, { outcome, hasCap }: { outcome: number; hasCap: boolean }): Limit {
  const maxStake = bookMaxStake(book, outcome);
  if (book.odds[outcome] === null) return { maxStake, limitedBy: 'odds' };
  if (!hasCap) return { maxStake, limitedBy: 'budget' };
  return { maxStake, limitedBy: book.room < book.lossBudget ? 'game-cap' : 'market-cap' };
}

/** While a market is being paid, its sums stay as they were at the start of payment. */
function worstCase({
  state,
  book,
  won,
}: {
  state: MarketState;
  book: Book;
  won: readonly number[] | null;
}): MicroUsdc {
  if (!hasEnded(state)) return pendingExposureOf(book);
  return won === null
    ? exposureOf({ ...book, openReturns: [] })
    : exposureOf({
        ...book,
        openReturns: book.openReturns.filter((_, place) => won.includes(place)),
        openStakes: ZERO_USDC,
      });
}
