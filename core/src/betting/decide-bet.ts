import { stateAt } from '../markets/lifecycle.ts';
import type { MarketState } from '../markets/market-state.ts';
import { CENT, type MicroOdds, type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { applyToBook, type Book, bookHonours, bookMaxStake, bookOdds } from '../odds/book.ts';
import { worstCaseOf } from '../odds/exposure.ts';
import { isFresh } from '../odds/feed.ts';
import { payoutOf } from '../odds/payout.ts';
import type { Refusal } from './refusal.ts';

/** A market as far as a bet needs to know it. */
export interface BettableMarket {
  readonly state: MarketState;
  readonly closesAt: Date;
  /** In the order of the book's outcomes. */
  readonly outcomeIds: readonly string[];
  readonly book: Book;
}

/** What a bettor may still stake. */
export interface BettorFunds {
  /** Available funds, micro-USDC. */
  readonly balance: MicroUsdc;
  /** Stakes of the current UTC day, micro-USDC. */
  readonly stakedToday: MicroUsdc;
  /** Most that may be staked in a UTC day, micro-USDC. */
  readonly dailyStakeCap: MicroUsdc;
  /** Until then the user takes a break or is self-excluded; null: neither. */
  readonly blockedUntil: Date | null;
}

/** What the bettor signed, and the quote it was signed under. */
export interface BetTerms {
  readonly outcomeId: string;
  /** Micro-USDC, whole cents. */
  readonly stake: MicroUsdc;
  readonly odds: MicroOdds;
  /** Null when the bet carries no quote. */
  readonly quoteExpiresAt: Date | null;
}

export interface AcceptedBet {
  readonly kind: 'accepted';
  /** What the bet returns if it wins, stake included. */
  readonly payout: MicroUsdc;
  readonly marketAfter: BettableMarket;
  readonly fundsAfter: BettorFunds;
}

/**
 * Accepts or refuses one bet: the place where every bet of the product is decided.
 *
 * A bet is filled at exactly the odds its bettor signed, or not at all.
 *
 * @param now the database's clock, read while the market is locked
 * @throws Error when an accepted bet would leave the escrow short: a broken promise, never a refusal
 * @see design, sections 5 and 6
 */
export function decideBet(asked: {
  market: BettableMarket;
  funds: BettorFunds;
  terms: BetTerms;
  now: Date;
}): AcceptedBet | Refusal {
  const { market, funds, terms, now } = asked;
  const { stake, odds } = terms;
  const outcome = market.outcomeIds.indexOf(terms.outcomeId);
  if (outcome < 0) return { kind: 'rejected', reason: 'unknown-outcome' };
  const state = stateAt(market, now);
  if (state !== 'open' && state !== 'suspended') return { kind: 'rejected', reason: 'market-closed' };
  if (funds.blockedUntil !== null && now < funds.blockedUntil) {
    return { kind: 'rejected', reason: 'self-excluded', until: funds.blockedUntil };
  }
  if (market.book.kind === 'feed' && !isFresh(market.book, now)) {
    return { kind: 'rejected', reason: 'feed-stale' };
  }
  if (state === 'suspended') return { kind: 'rejected', reason: 'market-suspended' };
  if (stake < CENT) return { kind: 'rejected', reason: 'stake-too-small' };
  if (terms.quoteExpiresAt !== null && now >= terms.quoteExpiresAt) {
    return { kind: 'rejected', reason: 'quote-expired' };
  }

  const maxStake = bookMaxStake(market.book, outcome);
  if (stake > maxStake) return { kind: 'rejected', reason: 'stake-too-large', maxStake };
  if (!bookHonours(market.book, { outcome, stake, odds, isQuoted: terms.quoteExpiresAt !== null })) {
    return {
      kind: 'rejected',
      reason: 'odds-changed',
      odds: bookOdds(market.book, { outcome, stake }),
      maxStake,
    };
  }

  const capLeft = capLeftOf(funds);
  if (stake > capLeft) return { kind: 'rejected', reason: 'cap-reached', capLeft };
  if (stake > funds.balance)
    return { kind: 'rejected', reason: 'insufficient-funds', balance: funds.balance };

  const book = applyToBook(market.book, { outcome, stake, odds });
  // A market's escrow holds its loss budget and what it received.
  if (book.lossBudget + book.received < worstCaseOf(book)) {
    throw new Error('a bet within the price rules would leave the escrow short');
  }
  return {
    kind: 'accepted',
    payout: payoutOf({ stake, odds }),
    marketAfter: { ...market, book },
    fundsAfter: {
      ...funds,
      balance: microUsdc(funds.balance - stake),
      stakedToday: microUsdc(funds.stakedToday + stake),
    },
  };
}

/**
 * What a bettor may still stake today.
 *
 * @returns micro-USDC, never below zero even after the cap was lowered
 */
export function capLeftOf(funds: Pick<BettorFunds, 'stakedToday' | 'dailyStakeCap'>): MicroUsdc {
  return funds.dailyStakeCap > funds.stakedToday
    ? microUsdc(funds.dailyStakeCap - funds.stakedToday)
    : ZERO_USDC;
}
