import { type BookBet, bookRules } from '@tallystone/core/betting/book-rules';
import { betEntry } from '@tallystone/core/ledger/bet-entry';
import { AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { type SQL, sql } from 'drizzle-orm';
import { addToMinutes } from '../ledger/count-minutes.ts';
import { lookUpByHash } from '../ledger/same-bet.ts';
import { recordPrice } from '../markets/record-price.ts';
import { checkBet } from './check-bet.ts';
import { BOOK_FACTS, SEEN_BOOK_FACTS } from './facts-columns.ts';
import { signedRepeats } from './signed-repeats.ts';
import type { Stakes } from './stakes.ts';

/** Practice stakes move from the bettor's account to the market's, and the bet counts at once. */
export const bookStakes: Stakes<BookBet> = {
  mode: 'demo',
  rules: bookRules,

  requireQuotable: () => undefined,
  refuseQuote: () => null,
  isStakeSigned: () => false,
  checkBet: async ({ quoteKey }, sent) => checkBet(quoteKey, sent),

  usesPool: false,
  marketOf: async (_tx, locked) => locked,
  facts: BOOK_FACTS,
  seenFacts: SEEN_BOOK_FACTS,
  factsSql: ({ feedMarketId, bets, now }) => ({
    clock: feedMarketId === null ? clock : sql`greatest(${clock}, (${lastPlacedInGame(feedMarketId)}))`,
    ...lookUpByHash(sql`bets`, sql`a`),
    repeats: signedRepeats(sql`bets`, { bets, now }),
    bettor: sql``,
    earlier: sql`'signedOdds', l.signed_odds::text, 'status', l.status`,
    joined: sql``,
  }),
  fundsOf: (inBooks) => inBooks,

  entryOf: betEntry,
  accept({ terms }, { marketAfter }) {
    const { rule } = marketAfter.book;
    const signedOdds = rule === AT_LEAST ? terms.odds : null;
    const status = 'confirmed';
    return {
      shown: { status, signedOdds },
      columns: { status, signed_odds: signedOdds?.toString() ?? null, fill_rule: rule },
    };
  },
  inPlay: null,
  table: sql`bets`,
  entryColumn: 'entry_id',
  countsSql({ marketId, version, at, bets, bookAfter: book }) {
    const stakes = sql`${bets.reduce((sum, { stored }) => sum + stored.stake, 0n).toString()}::bigint`;
    const point = { marketId, version: version + bets.length, at, book };
    return {
      outcome: sql`open_returns = o.open_returns + g.payout`,
      market: sql`, received = received + ${stakes}, open_stakes = open_stakes + ${stakes}, staked = staked + ${stakes}`,
      // One price for the whole batch, which readers see as one change. Bets do not move the odds of a feed.
      more:
        book.kind === 'feed'
          ? addToMinutes(sql`select * from given where exists (select from moved)`)
          : sql`, pointed as (${recordPrice(point, sql`exists (select from moved)`)})`,
    };
  },
};

const clock = sql`date_trunc('milliseconds', clock_timestamp())`;

/**
 * Selects when the last bet on the market's game was placed. If the clock goes back, as on another database server, a bet
 * must not get a moment before the bets that its odds and its room depend on.
 */
const lastPlacedInGame = (marketId: string): SQL => sql`
  select max(l.placed_at) from markets s
  cross join lateral (
    select b.placed_at from only bets b
    where b.market_id = s.id and b.priced_at is not null order by b.placed_at desc limit 1
  ) l
  where s.game_id = (select m.game_id from markets m where m.id = ${marketId})`;
