import type { ChainHalt } from '../markets/suspension.ts';
import { leftOf, smaller } from '../money/bounds.ts';
import { CENT, MICRO, type MicroOdds, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { type Book, bookAffordable } from '../odds/book.ts';
import { AT_LEAST } from '../odds/fill-rule.ts';
import { addPendingBet, mostWithin, pendingExposureOf, pricingBook, withPending } from '../odds/pending.ts';
import { acceptedUntil } from './acceptance.ts';
import type { BetTerms, BettableMarket, BettorFunds, StakeRules } from './decide-bet.ts';
import type { Refusal } from './refusal.ts';

/** A bet whose stake is on its way over the chain. */
export interface ChainBet {
  readonly market: BettableMarket & {
    /** What stands against bets in the contract. Such a market is `suspended`. */
    readonly chainHalt: ChainHalt | null;
    /** What the house pool has to put beside the escrow for pending bets, micro-USDC. */
    readonly holdable: MicroUsdc;
    /** What the contract lets the house lose on the market, which may lag behind the budget; micro-USDC. */
    readonly chainLimit: MicroUsdc;
  };
  /** Its balance is what the wallet holds, without the stakes that are pending. */
  readonly funds: BettorFunds & {
    /** Until then the wallet waits, because bets of it failed by its own doing; null: it does not. */
    readonly waitsUntil: Date | null;
  };
  readonly terms: BetTerms & {
    readonly live: {
      /** The authorization of the stake cannot be used from then on. */
      readonly deadline: Date;
      /** Whether the chain knows the authorization already: it was used, or cancelled. */
      readonly isAuthorizationUsed: boolean;
    };
  };
  /** It is pending from now on. */
  readonly accepted: {
    readonly live: {
      /** The open returns that its odds were decided on, per outcome, micro-USDC. */
      readonly pricedOn: readonly MicroUsdc[];
      /** The house's word holds before it. */
      readonly acceptedUntil: Date;
    };
  };
}

/**
 * Bets over the chain are only pending when they are accepted: what they may fail at is up to their bettors, so the house
 * must be able to bear it whichever of the pending ones stay.
 */
export const chainRules: StakeRules<ChainBet> = {
  refuseBettor: ({ waitsUntil: until }, now) =>
    until !== null && now < until ? { kind: 'rejected', reason: 'live-wait', until } : null,
  refuseSuspended: suspendedRefusal,
  take({ market, terms, now }) {
    const { deadline, isAuthorizationUsed } = terms.live;
    if (isAuthorizationUsed) return { kind: 'rejected', reason: 'signature-invalid' };
    const until = acceptedUntil({ now, closesAt: market.closesAt, deadline });
    if (until === null) return { kind: 'rejected', reason: 'market-closed' };
    if (market.book.rule === AT_LEAST) {
      throw new Error('the contract fills bets at exactly the signed odds, and this market does not');
    }
    const before: Book = withPending(market.book);
    return {
      book: before,
      most: (at) => mostAffordable(before, { ...at, market }),
      accept({ payout, ...bet }) {
        const book = addPendingBet(before, bet);
        if (pendingExposureOf(book) > book.lossBudget) {
          throw new Error('a bet within the price rules could cost more than the loss budget');
        }
        return {
          marketAfter: { ...market, book, holdable: microUsdc(market.holdable - payout) },
          live: { pricedOn: pricingBook(before, bet.outcome).openReturns, acceptedUntil: until },
        };
      },
    };
  },
};

/**
 * The largest stake on an outcome that the house can bear, whichever of the pending bets stay, that the contract takes,
 * and whose payout the pool can put beside the escrow.
 */
export function mostAffordable(
  book: Book,
  {
    outcome,
    odds,
    market: { holdable, chainLimit },
  }: { outcome: number; odds: MicroOdds; market: Pick<ChainBet['market'], 'holdable' | 'chainLimit'> },
): MicroUsdc {
  const borne = smaller(
    bookAffordable(book, { outcome, odds }),
    mostWithin(book, { outcome, odds, most: chainLimit }),
  );
  return smaller(borne, microUsdc(((leftOf(holdable, 0n) * MICRO) / odds / CENT) * CENT));
}

/** Of a market that takes no bets for now, with what the contract says of it. */
export function suspendedRefusal({ chainHalt }: Pick<ChainBet['market'], 'chainHalt'>): Refusal {
  return { kind: 'rejected', reason: 'market-suspended', ...(chainHalt !== null && { chainHalt }) };
}
