import { stateAt } from '../markets/lifecycle.ts';
import type { MarketState } from '../markets/market-state.ts';
import type { ChainHalt } from '../markets/suspension.ts';
import { leftOf, smaller } from '../money/bounds.ts';
import { CENT, MICRO, type MicroOdds, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { applyToBook, type Book, bookAffordable, bookFill, bookMaxStake, bookOdds } from '../odds/book.ts';
import { worstCaseOf } from '../odds/exposure.ts';
import { isFresh } from '../odds/feed.ts';
import { AT_LEAST } from '../odds/fill-rule.ts';
import { payoutOf } from '../odds/payout.ts';
import { addPendingBet, mostWithin, pendingExposureOf, pricingBook, withPending } from '../odds/pending.ts';
import { acceptedUntil } from './acceptance.ts';
import type { Refusal } from './refusal.ts';

/** A market as far as a bet needs to know it. */
export interface BettableMarket {
  readonly state: MarketState;
  readonly closesAt: Date;
  /** In the order of the book's outcomes. */
  readonly outcomeIds: readonly string[];
  readonly book: Book;
  /** Of live bets: what stands against them in the contract. Such a market is `suspended`. */
  readonly chainHalt?: ChainHalt | null;
  /** Of live bets: what the house pool has to put beside the escrow for pending ones, micro-USDC. */
  readonly holdable?: MicroUsdc;
  /** Of live bets: what the contract lets the house lose on the market, which may lag behind the budget; micro-USDC. */
  readonly chainLimit?: MicroUsdc;
}

/** What a bettor may still stake. */
export interface BettorFunds {
  /** Available funds, micro-USDC. Of live bets: what the wallet holds, without the stakes that are pending. */
  readonly balance: MicroUsdc;
  /** Stakes of the current UTC day, micro-USDC. */
  readonly stakedToday: MicroUsdc;
  /** Most that may be staked in a UTC day, micro-USDC. */
  readonly dailyStakeCap: MicroUsdc;
  /** Until then the user takes a break or is self-excluded; null: neither. */
  readonly blockedUntil: Date | null;
  /** Of live bets: until then the wallet waits, because bets of it failed by its own doing. */
  readonly waitsUntil?: Date | null;
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
  /** Of a bet whose stake is on its way through the chain; absent where stakes are in the books. */
  readonly live?: {
    /** The authorization of the stake cannot be used from then on. */
    readonly deadline: Date;
    /** Whether the chain knows the authorization already: it was used, or cancelled. */
    readonly isAuthorizationUsed: boolean;
  };
}

export interface AcceptedBet {
  readonly kind: 'accepted';
  /** What the bet is filled at: the signed odds, or better ones where these are a minimum. */
  readonly odds: MicroOdds;
  /** What the bet returns if it wins, stake included. */
  readonly payout: MicroUsdc;
  readonly marketAfter: BettableMarket;
  readonly fundsAfter: BettorFunds;
  /** Of a live bet, which is pending from now on. */
  readonly live?: {
    /** The open returns that its odds were decided on, per outcome, micro-USDC. */
    readonly pricedOn: readonly MicroUsdc[];
    /** The house's word holds before it. */
    readonly acceptedUntil: Date;
  };
}

/**
 * Accepts or refuses one bet: the place where every bet of the product is decided.
 *
 * A bet is filled by the rule of its market, never below the odds that its bettor signed. A live one is only pending when it is accepted:
 * what it may fail at is up to its bettor, so the house must be able to bear it whichever of the pending ones stay.
 *
 * @param now the database's clock, read while the market is locked
 * @throws Error when an accepted bet would leave the escrow short, or for a live bet on a market of another rule than the
 *   contract's: broken promises, never refusals
 * @see docs/design/books.md#deciding-a-bet
 */
export function decideBet(asked: {
  market: BettableMarket;
  funds: BettorFunds;
  terms: BetTerms;
  now: Date;
}): AcceptedBet | Refusal {
  const { market, funds, terms, now } = asked;
  const { stake, live } = terms;
  const outcome = market.outcomeIds.indexOf(terms.outcomeId);
  if (outcome < 0) return { kind: 'rejected', reason: 'unknown-outcome' };
  const state = stateAt(market, now);
  if (state !== 'open' && state !== 'suspended') return { kind: 'rejected', reason: 'market-closed' };
  if (funds.blockedUntil !== null && now < funds.blockedUntil) {
    return { kind: 'rejected', reason: 'self-excluded', until: funds.blockedUntil };
  }
  if (funds.waitsUntil != null && now < funds.waitsUntil) {
    return { kind: 'rejected', reason: 'live-wait', until: funds.waitsUntil };
  }
  if (market.book.kind === 'feed' && !isFresh(market.book, now)) {
    return { kind: 'rejected', reason: 'feed-stale' };
  }
  if (state === 'suspended') return suspendedRefusal(market);
  if (stake < CENT) return { kind: 'rejected', reason: 'stake-too-small' };
  if (terms.quoteExpiresAt !== null && now >= terms.quoteExpiresAt) {
    return { kind: 'rejected', reason: 'quote-expired' };
  }

  if (live?.isAuthorizationUsed === true) return { kind: 'rejected', reason: 'signature-invalid' };
  const until = live === undefined ? null : acceptedUntil({ now, closesAt: market.closesAt, ...live });
  if (live !== undefined && until === null) return { kind: 'rejected', reason: 'market-closed' };

  if (live !== undefined && market.book.rule === AT_LEAST) {
    throw new Error('the contract fills bets at exactly the signed odds, and this market does not');
  }
  const before: Book = live === undefined ? market.book : withPending(market.book);
  const maxStake = bookMaxStake(before, outcome);
  if (stake > maxStake) return { kind: 'rejected', reason: 'stake-too-large', maxStake };
  const isQuoted = terms.quoteExpiresAt !== null;
  const odds = bookFill(before, { outcome, stake, odds: terms.odds, isQuoted });
  if (odds === null) {
    return {
      kind: 'rejected',
      reason: 'odds-changed',
      odds: bookOdds(before, { outcome, stake }),
      maxStake,
    };
  }
  if (live !== undefined) {
    const most = mostAffordable(before, { outcome, odds, market });
    if (stake > most) return { kind: 'rejected', reason: 'stake-too-large', maxStake: most };
  }

  const capLeft = capLeftOf(funds);
  if (stake > capLeft) return { kind: 'rejected', reason: 'cap-reached', capLeft };
  if (stake > funds.balance)
    return { kind: 'rejected', reason: 'insufficient-funds', balance: funds.balance };

  const payout = payoutOf({ stake, odds });
  const fundsAfter = {
    ...funds,
    balance: microUsdc(funds.balance - stake),
    stakedToday: microUsdc(funds.stakedToday + stake),
  };
  if (until !== null) {
    const book = addPendingBet(before, { outcome, stake, odds });
    if (pendingExposureOf(book) > book.lossBudget) {
      throw new Error('a bet within the price rules could cost more than the loss budget');
    }
    return {
      kind: 'accepted',
      odds,
      payout,
      marketAfter: {
        ...market,
        book,
        ...(market.holdable !== undefined && { holdable: microUsdc(market.holdable - payout) }),
      },
      fundsAfter,
      live: { pricedOn: pricingBook(before, outcome).openReturns, acceptedUntil: until },
    };
  }
  const book = applyToBook(before, { outcome, stake, odds });
  // A market's escrow holds its loss budget and what it received.
  if (book.lossBudget + book.received < worstCaseOf(book)) {
    throw new Error('a bet within the price rules would leave the escrow short');
  }
  return { kind: 'accepted', odds, payout, marketAfter: { ...market, book }, fundsAfter };
}

/**
 * The largest stake on an outcome that the house can bear, whichever of the pending bets stay, that the contract takes,
 * and whose payout the pool can put beside the escrow.
 */
export function mostAffordable(
  book: Book,
  {
    outcome,
    odds,
    market,
  }: { outcome: number; odds: MicroOdds; market: Pick<BettableMarket, 'holdable' | 'chainLimit'> },
): MicroUsdc {
  const { holdable, chainLimit } = market;
  let most = bookAffordable(book, { outcome, odds });
  if (chainLimit !== undefined) most = smaller(most, mostWithin(book, { outcome, odds, most: chainLimit }));
  if (holdable === undefined) return most;
  return smaller(most, microUsdc(((leftOf(holdable, 0n) * MICRO) / odds / CENT) * CENT));
}

/** Of a market that takes no bets for now, with what the contract says of it. */
export function suspendedRefusal({ chainHalt }: Pick<BettableMarket, 'chainHalt'>): Refusal {
  return { kind: 'rejected', reason: 'market-suspended', ...(chainHalt != null && { chainHalt }) };
}

/**
 * What a bettor may still stake today.
 *
 * @returns micro-USDC, never below zero even after the cap was lowered
 */
export function capLeftOf(funds: Pick<BettorFunds, 'stakedToday' | 'dailyStakeCap'>): MicroUsdc {
  return leftOf(funds.dailyStakeCap, funds.stakedToday);
}
