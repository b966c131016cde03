import { type SQL, sql } from 'drizzle-orm';

/**
 * For a row of markets: a query that counts the selections of open combos that wait for its result. Those of combos that
 * have ended may still wait for one, but nothing depends on it.
 */
export const countOpenLegs = (market: SQL): SQL => sql`
  select count(*)::int from combo_legs l join open_combos c on c.combo_id = l.combo_id
  where l.market_id = ${market}.id and l.result is null`;
