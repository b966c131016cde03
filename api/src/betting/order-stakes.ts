import { type BookBet, bookRules } from '@tallystone/core/betting/book-rules';
import type { StakeRules } from '@tallystone/core/betting/decide-bet';
import { orderEntry } from '@tallystone/core/ledger/order-entry';
import { payoutOf } from '@tallystone/core/odds/payout';
import { sql } from 'drizzle-orm';
import { lookUpByHash } from '../ledger/same-bet.ts';
import { bookStakes } from './book-stakes.ts';
import { ORDER_FACTS } from './facts-columns.ts';
import { orderState, withOrderState } from './order-state.ts';
import { signedRepeats } from './signed-repeats.ts';
import type { Stakes } from './stakes.ts';

/** An order has to be one that would be accepted now. It changes nothing in the market's book. */
const orderRules: StakeRules<BookBet> = {
  ...bookRules,
  take(asked) {
    const taking = bookRules.take(asked);
    return 'kind' in taking ? taking : { ...taking, accept: () => ({ marketAfter: asked.market }) };
  },
};

/**
 * Bets on a running game: the stake moves to the orders, and after the delay the bet is decided like any other
 * (decide-orders.ts).
 *
 * @param delaySeconds how long
 */
const orderStakes = (delaySeconds: number): Stakes<BookBet> => ({
  ...bookStakes,
  rules: orderRules,
  facts: ORDER_FACTS,
  seenFacts: null,
  factsSql: (asked) => ({
    ...bookStakes.factsSql(asked),
    ...lookUpByHash(sql`orders`, sql`a`),
    repeats: signedRepeats(sql`orders`, asked),
    earlier: sql`'signedOdds', l.odds::text, ${orderState}`,
    joined: withOrderState(sql`l`),
  }),
  entryOf: orderEntry,
  accept({ terms: { stake, odds } }, _, at) {
    const decideAt = new Date(at.getTime() + delaySeconds * 1000);
    const payout = payoutOf({ stake, odds });
    return {
      // Until it is decided, it is shown with what the bettor signed.
      shown: { status: 'pending', odds, payout, signedOdds: odds, order: { decideAt, failure: null } },
      columns: { decide_at: decideAt.toISOString() },
    };
  },
  table: sql`orders`,
  entryColumn: 'entry_id',
  countsSql: () => ({
    // The book doesn't change.
    outcome: sql`open_returns = o.open_returns`,
    market: sql``,
    more: sql`, opened as (
        insert into open_orders (order_id, market_id, user_id, stake, decide_at)
        select id, market_id, user_id, stake, decide_at from given where exists (select from moved)
      )`,
  }),
  inPlay: null,
});

/** Practice stakes, with the delay where a game is being played. */
export const practiceStakes: Stakes<BookBet> = { ...bookStakes, inPlay: orderStakes };
