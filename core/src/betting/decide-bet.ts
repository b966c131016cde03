import { stateAt } from '../markets/lifecycle.ts';
import type { MarketState } from '../markets/market-state.ts';
import { leftOf } from '../money/bounds.ts';
import { CENT, type MicroOdds, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { type Book, bookFill, bookMaxStake, bookOdds } from '../odds/book.ts';
import { isFresh } from '../odds/feed.ts';
import { payoutOf } from '../odds/payout.ts';
import type { Refusal } from './refusal.ts';

/** The facts about a market that a bet needs. */
export interface BettableMarket {
  readonly state: MarketState;
  readonly closesAt: Date;
  /** In the same order as the book's outcomes. */
  readonly outcomeIds: readonly string[];
  readonly book: Book;
}

/** What limits a bettor's stake. */
export interface BettorFunds {
  /** Available funds, micro-USDC. */
  readonly balance: MicroUsdc;
  /** Staked in the current UTC day, micro-USDC. */
  readonly stakedToday: MicroUsdc;
  /** The most the user may stake in a UTC day, micro-USDC. */
  readonly dailyStakeCap: MicroUsdc;
  /** Until then the user is on a break or self-excluded; null: neither. */
  readonly blockedUntil: Date | null;
}

/** What the bettor signed, and the quote it was signed under. */
export interface BetTerms {
  readonly outcomeId: string;
  /** Micro-USDC, whole cents. */
  readonly stake: MicroUsdc;
  /** The signed odds: exact or a minimum, by the market's rule. */
  readonly odds: MicroOdds;
  /** Null without a quote. */
  readonly quoteExpiresAt: Date | null;
}

/** The parts of any bet that a decision uses and returns. Kinds of bets can add more: see `BookBet` and `ChainBet`. */
export interface AnyBet {
  readonly market: BettableMarket;
  readonly funds: BettorFunds;
  readonly terms: BetTerms;
  /** What an accepted bet has beyond `AcceptedBet`. */
  readonly accepted: object;
}

export interface AskedBet<B extends AnyBet> {
  readonly market: B['market'];
  readonly funds: B['funds'];
  readonly terms: B['terms'];
  /** The database's clock, read with the market or after it was locked. */
  readonly now: Date;
}

export type AcceptedBet<B extends AnyBet = AnyBet> = {
  readonly kind: 'accepted';
  /** The odds at which the bet is filled: the signed ones, or better ones if those are a minimum. */
  readonly odds: MicroOdds;
  /** What the bet returns if it wins, stake included. */
  readonly payout: MicroUsdc;
  readonly marketAfter: B['market'];
  readonly fundsAfter: B['funds'];
} & B['accepted'];

/**
 * How bets are decided depending on where their stakes are: in the books (book-rules.ts) or on the chain
 * (chain-rules.ts).
 */
export interface StakeRules<B extends AnyBet> {
  /** Why a bettor without a break may not stake now, or null. */
  refuseBettor(funds: B['funds'], now: Date): Refusal | null;
  /** The refusal for a suspended market. */
  refuseSuspended(market: B['market']): Refusal;
  /** How the stake is taken, or why it can't be. */
  take(asked: AskedBet<B>): Taking<B> | Refusal;
}

interface Taking<B extends AnyBet> {
  /** What the bet is priced on. */
  readonly book: Book;
  /** The largest stake that the house can bear at these odds; absent where the price alone limits it. */
  most?(at: { outcome: number; odds: MicroOdds }): MicroUsdc;
  /** The market after the accepted bet. @throws Error when that breaks a promise */
  accept(bet: {
    outcome: number;
    stake: MicroUsdc;
    odds: MicroOdds;
    payout: MicroUsdc;
  }): Pick<AcceptedBet<B>, 'marketAfter'> & B['accepted'];
}

/**
 * Accepts or refuses one bet. Every bet of the product is decided here.
 *
 * A bet is filled by its market's rule, never below the odds that its bettor signed.
 *
 * @throws Error when an accepted bet would leave the escrow short, or for a live bet on a market whose rule isn't the
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
