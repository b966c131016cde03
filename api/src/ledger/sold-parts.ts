import { type SQL, sql } from 'drizzle-orm';

/**
 * What was sold of bets in parts, in SQL. The row of a bet stays as it was signed, so whatever asks what is open of it, or what
 * its end pays, takes these off.
 */

const sums = sql`sum(p.stake)::bigint as stake, sum(p.payout)::bigint as payout, sum(p.amount)::bigint as amount`;

/** Joins a row `sold` to each row `b` of bets. Looked up bet by bet in the index: for some bets of a large table. */
export const withSold = sql`left join lateral (select ${sums} from sold_parts p where p.bet_id = b.id) sold on true`;

/** The same for very many bets, whose sold parts are read at once. */
export const withAllSold = sql`left join (
  select p.bet_id, ${sums} from sold_parts p group by p.bet_id) sold on sold.bet_id = b.id`;

/** The same for very many bets of these markets. @param markets their ids, or what selects them */
export const withSoldOf = (markets: SQL): SQL => sql`left join (
  select p.bet_id, ${sums} from sold_parts p where p.market_id in (${markets}) group by p.bet_id) sold on sold.bet_id = b.id`;

/** Of a row `b` with its `sold`: the stake that is left, and what it returns, micro-USDC. */
export const stakeLeft = sql`(b.stake - coalesce(sold.stake, 0))`;
export const payoutLeft = sql`(b.payout - coalesce(sold.payout, 0))`;
/** What its sold parts have paid, micro-USDC. */
export const paidForParts = sql`coalesce(sold.amount, 0)`;
