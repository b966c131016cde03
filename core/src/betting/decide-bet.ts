import { stateAt } from '../markets/lifecycle.ts';
import type { MarketState } from '../markets/market-state.ts';
import { leftOf } from '../money/bounds.ts';
import { CENT, type MicroOdds, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { type Book, bookFill, bookMaxStake, bookOdds } from '../odds/book.ts';
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
  /** As signed: exactly these, or the lowest, by the rule of the market. */
  readonly odds: MicroOdds;
  /** Null when the bet carries no quote. */
  readonly quoteExpiresAt: Date | null;
}

/** What a decision knows of every bet and says of it. A kind of bet may have more: see `BookBet` and `ChainBet`. */
export interface AnyBet {
  readonly market: BettableMarket;
  readonly funds: BettorFunds;
  readonly terms: BetTerms;
  /** What is said of an accepted one beyond `AcceptedBet`. */
  readonly accepted: object;
}

export interface AskedBet<B extends AnyBet> {
  readonly market: B['market'];
  readonly funds: B['funds'];
  readonly terms: B['terms'];
  /** The database's clock, read while the market is locked. */
  readonly now: Date;
}

export type AcceptedBet<B extends AnyBet = AnyBet> = {
  readonly kind: 'accepted';
  /** What the bet is filled at: the signed odds, or better ones where these are a minimum. */
  readonly odds: MicroOdds;
  /** What the bet returns if it wins, stake included. */
  readonly payout: MicroUsdc;
  readonly marketAfter: B['market'];
  readonly fundsAfter: B['funds'];
} & B['accepted'];

/** How bets are decided by what their stakes rest on: the books (book-rules.ts) or the chain (chain-rules.ts). */
export interface StakeRules<B extends AnyBet> {
  /** Why a bettor who takes no break may not stake for now, or null. */
  refuseBettor(funds: B['funds'], now: Date): Refusal | null;
  /** What is said of a market that takes no bets for now. */
  refuseSuspended(market: B['market']): Refusal;
  /** How the stake is taken, or why it cannot be. */
  take(asked: AskedBet<B>): Taking<B> | Refusal;
}

interface Taking<B extends AnyBet> {
  /** What the bet is priced on. */
  readonly book: Book;
  /** The largest stake that the house can bear at these odds; absent where the price alone sees to it. */
  most?(at: { outcome: number; odds: MicroOdds }): MicroUsdc;
  /** What an accepted bet makes of its market. @throws Error when that breaks a promise */
  accept(bet: {
    outcome: number;
    stake: MicroUsdc;
    odds: MicroOdds;
    payout: MicroUsdc;
  }): Pick<AcceptedBet<B>, 'marketAfter'> & B['accepted'];
}

/**
 * Accepts or refuses one bet: the place where every bet of the product is decided.
 *
 * A bet is filled by the rule of its market, never below the odds that its bettor signed.
 *
 * @throws Error when an accepted bet would leave the escrow short, or for a live bet on a market of another rule than the
 *   contract's: broken promises, never refusals
 * @see docs/design/books.md#deciding-a-bet
 */
export function decideBet<B extends AnyBet>(
  rules: StakeRules<B>,
  asked: AskedBet<B>,
): AcceptedBet<B> | Refusal {
  const { market, funds, terms, now } = asked;
  const { stake } = terms;
  const outcome = market.outcomeIds.indexOf(terms.outcomeId);
  if (outcome < 0) return { kind: 'rejected', reason: 'unknown-outcome' };
  const state = stateAt(market, now);
  if (state !== 'open' && state !== 'suspended') return { kind: 'rejected', reason: 'market-closed' };
  if (funds.blockedUntil !== null && now < funds.blockedUntil) {
    return { kind: 'rejected', reason: 'self-excluded', until: funds.blockedUntil };
  }
  const barred = rules.refuseBettor(funds, now);
  if (barred !== null) return barred;
  if (market.book.kind === 'feed' && !isFresh(market.book, now)) {
    return { kind: 'rejected', reason: 'feed-stale' };
  }
  if (state === 'suspended') return rules.refuseSuspended(market);
  if (stake < CENT) return { kind: 'rejected', reason: 'stake-too-small' };
  if (terms.quoteExpiresAt !== null && now >= terms.quoteExpiresAt) {
    return { kind: 'rejected', reason: 'quote-expired' };
  }
  const taking = rules.take(asked);
  if ('kind' in taking) return taking;

  const { book } = taking;
  const maxStake = bookMaxStake(book, outcome);
  if (stake > maxStake) return { kind: 'rejected', reason: 'stake-too-large', maxStake };
  const isQuoted = terms.quoteExpiresAt !== null;
  const odds = bookFill(book, { outcome, stake, odds: terms.odds, isQuoted });
  if (odds === null) {
    return { kind: 'rejected', reason: 'odds-changed', odds: bookOdds(book, { outcome, stake }), maxStake };
  }
  const most = taking.most?.({ outcome, odds }) ?? maxStake;
  if (stake > most) return { kind: 'rejected', reason: 'stake-too-large', maxStake: most };

  const capLeft = capLeftOf(funds);
  if (stake > capLeft) return { kind: 'rejected', reason: 'cap-reached', capLeft };
  if (stake > funds.balance)
    return { kind: 'rejected', reason: 'insufficient-funds', balance: funds.balance };

  const payout = payoutOf({ stake, odds });
  return {
    kind: 'accepted',
    odds,
    payout,
    fundsAfter: {
      ...funds,
      balance: microUsdc(funds.balance - stake),
      stakedToday: microUsdc(funds.stakedToday + stake),
    },
    ...taking.accept({ outcome, stake, odds, payout }),
  };
}

/**
 * What a bettor may still stake today.
 *
 * @returns micro-USDC, never below zero even after the cap was lowered
 */
export function capLeftOf(funds: Pick<BettorFunds, 'stakedToday' | 'dailyStakeCap'>): MicroUsdc {
  return leftOf(funds.dailyStakeCap, funds.stakedToday);
}
