import { type SQL, sql } from 'drizzle-orm';

/** For a row `m` of markets: whether the feed prices its first outcome only, such as a player who scores. */
export const isOneSided = sql`(m.azuro_outcome_id is not null)`;

/** Whether two rows of markets are on the same question of the feed, such as one before the start and one in play. */
export const asksTheSame = (a: SQL, b: SQL): SQL =>
  sql`${a}.azuro_condition_id = ${b}.azuro_condition_id and ${a}.azuro_outcome_id is not distinct from ${b}.azuro_outcome_id`;
