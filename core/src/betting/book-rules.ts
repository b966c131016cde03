import { applyBet, worstCaseOf } from '../odds/exposure.ts';
import type { ChainBet } from './chain-rules.ts';
import type { AnyBet, StakeRules } from './decide-bet.ts';

/** A bet whose stake is in the books. Its type excludes every fact that only chain bets have. */
export type BookBet = {
  readonly [Part in keyof AnyBet]: AnyBet[Part] & {
    readonly [Fact in Exclude<keyof ChainBet[Part], keyof AnyBet[Part]>]?: never;
  };
};

/** Bets whose stakes are in the books take effect at once. */
export const bookRules: StakeRules<BookBet> = {
  refuseBettor: () => null,
  refuseSuspended: () => ({ kind: 'rejected', reason: 'market-suspended' }),
  take: ({ market }) => ({
    book: market.book,
    accept(bet) {
      const book = applyBet(market.book, bet);
      // A market's escrow contains its loss budget and what it received.
      if (book.lossBudget + book.received < worstCaseOf(book)) {
        throw new Error('a bet within the price rules would leave the escrow short');
      }
      return { marketAfter: { ...market, book } };
    },
  }),
};
