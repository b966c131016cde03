import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether a bet or a live bet, and another row with `user_id`, have the same quote. The indexes of bets have hashes of 8 bytes
 * instead of the texts, and are only used with a condition on the hash.
 */
export const hasSameQuote = (bet: SQL, other: SQL): SQL => sql`
  (${bet}.user_id = ${other}.user_id and ${bet}.quote_id = ${other}.quote_id
    and ${hashOfQuote(bet)} = ${hashOfQuote(other)})`;

/** The same for the idempotency key. */
export const hasSameKey = (bet: SQL, other: SQL): SQL => sql`
  (${bet}.user_id = ${other}.user_id and ${bet}.idempotency_key = ${other}.idempotency_key
    and ${hashOfKey(bet)} = ${hashOfKey(other)})`;

/**
 * Selects the bet of a table, without its history, that has the same quote as another row, if there is one. The lookup is by the
 * hash alone: with the user beside it, a plan made when bettors had few bets would read all bets of a bettor.
 */
export const oneOfQuote = (table: SQL, other: SQL): SQL => sql`
  select b.* from (
    select * from only ${table} h where ${hashOfQuote(sql`h`)} = ${hashOfQuote(other)} offset 0
  ) b where ${hasSameQuote(sql`b`, other)}`;

/** The same for the idempotency key. */
export const oneOfKey = (table: SQL, other: SQL): SQL => sql`
  select b.* from (
    select * from only ${table} h where ${hashOfKey(sql`h`)} = ${hashOfKey(other)} offset 0
  ) b where ${hasSameKey(sql`b`, other)}`;

const hashOfQuote = (row: SQL): SQL => sql`hashtextextended(${row}.quote_id, 0)`;
const hashOfKey = (row: SQL): SQL =>
  sql`hashtextextended(${row}.user_id || ' ' || ${row}.idempotency_key, 0)`;
