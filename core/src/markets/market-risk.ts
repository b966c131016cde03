import type { StakeLimit } from '../http-api/markets.ts';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { type Book, bookMaxStake } from '../odds/book.ts';
import { exposureOf } from '../odds/exposure.ts';
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
   * What it loses now if the worst for it happens, whichever of the pending bets stay; once the market has ended, what it
   * lost. Never above `atRisk`.
   */
  readonly worstCase: MicroUsdc;
  /** In the order of the market's. */
  readonly outcomes: readonly {
    /** What is owed if it wins. */
    readonly owed: MicroUsdc;
    /** What the house keeps if it wins, over the whole life of the market; below zero when it loses. */
    readonly houseResult: MicroUsdc;
    readonly maxStake: MicroUsdc;
    readonly limitedBy: StakeLimit;
  }[];
  /** What the house keeps if every open stake is given back. */
  readonly voidResult: MicroUsdc;
}

/**
 * Who can lose what on a market now, and the largest stake that it takes on each outcome, with what sets that.
 *
 * @param market.funded what the house put into its escrow, micro-USDC
 * @param market.won the place of the outcome that won a settled market, else null
 * @param pool what the house pool holds, micro-USDC: a market of the feed takes its cap from there with its first bet
 */
export function marketRisk({
  market,
  pool,
  now,
}: {
  market: { state: MarketState; closesAt: Date; book: Book; funded: MicroUsdc; won: number | null };
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
  // The pool adds to an escrow that bets of a game that had begun leave short.
  const isToppedUp = funded > book.lossBudget;
  const keeps = (owed: MicroUsdc) => microUsdc(book.received - owed);
  return {
    atRisk: isToppedUp ? funded : book.lossBudget,
    worstCase: worstCase(market),
    outcomes: book.openReturns.map((owed, outcome) => ({
      owed,
      houseResult: keeps(owed),
      ...limitOf(outcome),
    })),
    voidResult: keeps(book.openStakes),
  };
}

interface Limit {
  readonly maxStake: MicroUsdc;
  readonly limitedBy: StakeLimit;
}

/**
 * Our market maker takes what leaves the probability at 99% at the most. It has odds for all of that: they stay above
 * 1 / 0.99.
 */
const limitOfOurs = (book: LmsrBook, outcome: number): Limit => ({
  maxStake: bookMaxStake(book, outcome),
  limitedBy: 'probability',
});

/** @param asked.hasCap whether the market's cap lies in escrow, or the pool can put it there */
function limitOfFeed(book: FeedBook, { outcome, hasCap }: { outcome: number; hasCap: boolean }): Limit {
  const maxStake = bookMaxStake(book, outcome);
  if (book.odds[outcome] === null) return { maxStake, limitedBy: 'odds' };
  if (!hasCap) return { maxStake, limitedBy: 'budget' };
  return { maxStake, limitedBy: book.room < book.lossBudget ? 'game-cap' : 'market-cap' };
}

/** While a market is being paid its sums stand as they were when that began. */
function worstCase({ state, book, won }: { state: MarketState; book: Book; won: number | null }): MicroUsdc {
  if (!hasEnded(state)) return pendingExposureOf(book);
  return won === null
    ? exposureOf({ ...book, openReturns: [] })
    : exposureOf({ ...book, openReturns: book.openReturns.slice(won, won + 1), openStakes: ZERO_USDC });
}
