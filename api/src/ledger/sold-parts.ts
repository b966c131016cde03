import { type SQL, sql } from 'drizzle-orm';

/**
 * What was sold of bets in parts, in SQL. The row of a bet stays as it was signed, so whatever asks what is open of it, or what
 * its end pays, takes these off.
 */

/**
 * Joins a row `sold` to each row `b` of bets. Looked up bet by bet in the index: however many parts there are, and whatever the
 * statistics of the database say of that, no bet is compared with the parts of others.
 */
export const withSold = sumOfParts(sql`sold_parts`);
/** The same for bets of markets that aren't over, whose parts are in no history table. */
export const withSoldLately = sumOfParts(sql`only sold_parts`);

function sumOfParts(from: SQL): SQL {
  return sql`left join lateral (
  select sum(p.stake)::bigint as stake, sum(p.payout)::bigint as payout, sum(p.amount)::bigint as amount
  from ${from} p where p.bet_id = b.id) sold on true`;
}

/** Of a row `b` with its `sold`: the stake that is left, and what it returns, micro-USDC. */
export const stakeLeft = sql`(b.stake - coalesce(sold.stake, 0))`;
export const payoutLeft = sql`(b.payout - coalesce(sold.payout, 0))`;
/** What its sold parts have paid, micro-USDC. */
export const paidForParts = sql`coalesce(sold.amount, 0)`;
