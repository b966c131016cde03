import type { ChainHalt } from '../markets/suspension.ts';
import { leftOf, smaller } from '../money/bounds.ts';
import { CENT, MICRO, type MicroOdds, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { type Book, bookAffordable } from '../odds/book.ts';
import { AT_LEAST } from '../odds/fill-rule.ts';
import { addPendingBet, mostWithin, pendingExposureOf, pricingBook, withPending } from '../odds/pending.ts';
import { acceptedUntil } from './acceptance.ts';
import type { BetTerms, BettableMarket, BettorFunds, StakeRules } from './decide-bet.ts';
import type { Refusal } from './refusal.ts';

/** A bet whose stake comes over the chain. */
export interface ChainBet {
  readonly market: BettableMarket & {
    /** Why the contract takes no bets on the market, or null. With a halt the market is `suspended`. */
    readonly chainHalt: ChainHalt | null;
    /** What the house pool can still put on hold for pending bets, micro-USDC. */
    readonly holdable: MicroUsdc;
    /** The most the contract lets the house lose on the market, which may lag behind the budget; micro-USDC. */
    readonly chainLimit: MicroUsdc;
  };
  /** The balance is the wallet's, without pending stakes. */
  readonly funds: BettorFunds & {
    /** The wallet must wait until then because its bettor made earlier bets fail; null: no wait. */
    readonly waitsUntil: Date | null;
  };
  readonly terms: BetTerms & {
    readonly live: {
      /** From then on the authorization of the stake can't be used. */
      readonly deadline: Date;
      /** Whether the authorization was already used or cancelled on the chain. */
      readonly isAuthorizationUsed: boolean;
    };
  };
  /** An accepted bet is pending at first. */
  readonly accepted: {
    readonly live: {
      /** The open returns that its odds were based on, per outcome, micro-USDC. */
      readonly pricedOn: readonly MicroUsdc[];
      /** The house's acceptance is valid before this moment. */
      readonly acceptedUntil: Date;
    };
  };
}

/**
 * Accepted chain bets are only pending. Their bettors decide whether they fail, so the house must be able to bear any
 * combination of pending bets staying.
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
 * The largest stake on an outcome that the house can bear whichever pending bets stay, that the contract takes, and
 * whose payout the pool can put on hold.
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

/** The refusal for a suspended market, with the contract's halt if there is one. */
export function suspendedRefusal({ chainHalt }: Pick<ChainBet['market'], 'chainHalt'>): Refusal {
  return { kind: 'rejected', reason: 'market-suspended', ...(chainHalt !== null && { chainHalt }) };
}
