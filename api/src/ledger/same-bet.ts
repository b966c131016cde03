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

const hashOfQuote = (row: SQL): SQL => sql`hashtextextended(${row}.quote_id, 0)`;
const hashOfKey = (row: SQL): SQL =>
  sql`hashtextextended(${row}.user_id || ' ' || ${row}.idempotency_key, 0)`;
