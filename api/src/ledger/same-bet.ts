import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether a bet and another row with `user_id` have the same quote. The indexes of bets have hashes of 8 bytes instead of the
 * texts, and are only used with a condition on the hash.
 */
export const hasSameQuote = (bet: SQL, other: SQL): SQL => sql`
  (${bet}.user_id = ${other}.user_id and ${bet}.quote_id = ${other}.quote_id
    and ${hashOfQuote(bet)} = ${hashOfQuote(other)})`;

/** The same for the idempotency key. */
export const hasSameKey = (bet: SQL, other: SQL): SQL => sql`
  (${bet}.user_id = ${other}.user_id and ${bet}.idempotency_key = ${other}.idempotency_key
    and ${hashOfKey(bet)} = ${hashOfKey(other)})`;

/**
 * Parts of a statement that select the row of bets or orders, without their history, that has the quote or the key of another
 * row, if there is one. The lookup is by the hash alone: with the user beside it, a plan made when bettors had few bets would
 * read all bets of a bettor.
 */
export function lookUpByHash(table: SQL, other: SQL): Record<'sameQuote' | 'sameKey', SQL> {
  const lookUp = (hashOf: (row: SQL) => SQL, isSame: typeof hasSameKey) => sql`
    select b.* from (
      select * from only ${table} h where ${hashOf(sql`h`)} = ${hashOf(other)} offset 0
    ) b where ${isSame(sql`b`, other)}`;
  return { sameQuote: lookUp(hashOfQuote, hasSameQuote), sameKey: lookUp(hashOfKey, hasSameKey) };
}

/** The same of live bets, whose indexes have the texts. */
export function lookUpLive(other: SQL): Record<'sameQuote' | 'sameKey', SQL> {
  const lookUp = (column: SQL) => sql`
    select b.* from only live_bets b
    where b.user_id = ${other}.user_id and b.${column} = ${other}.${column} limit 1`;
  return { sameQuote: lookUp(sql`quote_id`), sameKey: lookUp(sql`idempotency_key`) };
}

const hashOfQuote = (row: SQL): SQL => sql`hashtextextended(${row}.quote_id, 0)`;
const hashOfKey = (row: SQL): SQL =>
  sql`hashtextextended(${row}.user_id || ' ' || ${row}.idempotency_key, 0)`;
