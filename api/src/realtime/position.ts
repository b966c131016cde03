import { type Position, serverOf, TRANSACTION_BITS } from '@tallystone/core/stream-position';
import { type SQL, sql } from 'drizzle-orm';

export type { Position } from '@tallystone/core/stream-position';

/** Number of server marks, made from a server's start time. A mark and a transaction together fit a signed 64-bit number. */
const SERVERS = 2 ** 19;

/** The transaction of a position: the lowest one that was still running. */
export const transactionOf = (position: Position): bigint =>
  BigInt.asUintN(Number(TRANSACTION_BITS), position);

/** The highest unsigned 64-bit number. */
const MOST = 2n ** 64n - 1n;

/** Parses a position sent by a reader; null if it isn't one. */
export function parsePosition(text: string): Position | null {
  if (!/^\d{1,20}$/.test(text)) return null;
  const position = BigInt(text);
  return position <= MOST ? position : null;
}

/** The mark of the server that runs a statement, from the microsecond of its start. */
const thisServer = sql`((extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint % ${SERVERS}::bigint)`;

const positionOf = (transaction: SQL): SQL =>
  sql`((${thisServer} << ${Number(TRANSACTION_BITS)}::int) + ${transaction}::text::bigint)`;

/** The position at which a statement reads, as text. */
export const positionNow: SQL = sql`${positionOf(sql`pg_snapshot_xmin(pg_current_snapshot())`)}::text`;

/**
 * Whether the transaction in a column is at or after a position; never true for a position of another server. Rows of a
 * restored copy may contain transaction ids that this database hasn't reached yet; those changed before it began.
 */
export function isWrittenSince(column: SQL, since: Position): SQL {
  const from = sql`(case when ${thisServer} = ${serverOf(since).toString()}::bigint
    then ${transactionOf(since).toString()}::xid8 else ${newestEnd} end)`;
  return sql`(${column} >= ${from} and ${column} < ${newestEnd})`;
}

/** Above every transaction that the statement sees. */
const newestEnd = sql`pg_snapshot_xmax(pg_current_snapshot())`;

/** The position of the transaction in a column, as text; `0` for one that this database hasn't reached. */
export function writtenIn(column: SQL): SQL {
  return sql`case when ${column} < ${newestEnd} then ${positionOf(column)}::text else '0' end`;
}
