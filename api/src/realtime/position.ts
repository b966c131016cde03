import { type Position, serverOf, TRANSACTION_BITS } from '@tallystone/core/stream-position';
import { type SQL, sql } from 'drizzle-orm';

export type { Position } from '@tallystone/core/stream-position';

/** So many marks of servers there are, by when each was started. Together with the transaction they fit a signed number. */
const SERVERS = 2 ** 19;

/** The lowest transaction that still ran. */
export const transactionOf = (position: Position): bigint =>
  BigInt.asUintN(Number(TRANSACTION_BITS), position);

/** Eight bytes without a sign. */
const MOST = 2n ** 64n - 1n;

/** The position that a reader names; null for anything that is none. */
export function parsePosition(text: string): Position | null {
  if (!/^\d{1,20}$/.test(text)) return null;
  const position = BigInt(text);
  return position <= MOST ? position : null;
}

/** The mark of the server that a statement is sent to, to a microsecond of its start. */
const thisServer = sql`((extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint % ${SERVERS}::bigint)`;

const positionOf = (transaction: SQL): SQL =>
  sql`((${thisServer} << ${Number(TRANSACTION_BITS)}::int) + ${transaction}::text::bigint)`;

/** The position that a statement reads at, as text. */
export const positionNow: SQL = sql`${positionOf(sql`pg_snapshot_xmin(pg_current_snapshot())`)}::text`;

/**
 * Whether a column that names a transaction names one from a position on; none does from one of another server. Rows of
 * a restored copy may name transactions that this database has not had yet: they changed before it began.
 */
export function isWrittenSince(column: SQL, since: Position): SQL {
  const from = sql`(case when ${thisServer} = ${serverOf(since).toString()}::bigint
    then ${transactionOf(since).toString()}::xid8 else ${newestEnd} end)`;
  return sql`(${column} >= ${from} and ${column} < ${newestEnd})`;
}

/** No transaction that the statement sees has this number or a higher one. */
const newestEnd = sql`pg_snapshot_xmax(pg_current_snapshot())`;

/** The position of a column that names a transaction, as text; `0` for one that this database has not had. */
export function writtenIn(column: SQL): SQL {
  return sql`case when ${column} < ${newestEnd} then ${positionOf(column)}::text else '0' end`;
}
