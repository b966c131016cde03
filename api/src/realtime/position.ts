import { type SQL, sql } from 'drizzle-orm';

/**
 * How far a reader of the stream has come: all that transactions with a lower number did has reached it. It is the
 * lowest transaction that still ran when the database was read, so whatever commits later has this number or a
 * higher one, in whichever order transactions end.
 */
export type Position = bigint;

/** Eight bytes without a sign. */
const MOST = 2n ** 64n - 1n;

/** The position that a reader names; null for anything that is none. */
export function parsePosition(text: string): Position | null {
  if (!/^\d{1,20}$/.test(text)) return null;
  const position = BigInt(text);
  return position <= MOST ? position : null;
}

/** The position that a statement reads at, as text. */
export const positionNow: SQL = sql`pg_snapshot_xmin(pg_current_snapshot())::text`;

/**
 * Whether a column that names a transaction names one from a position on. Rows of a restored copy may name
 * transactions that this database has not had yet: they changed before it began.
 */
export function isWrittenSince(column: SQL, since: Position): SQL {
  return sql`(${column} >= ${since.toString()}::xid8 and ${column} < ${newestEnd})`;
}

/** No transaction that the statement sees has this number or a higher one. */
const newestEnd = sql`pg_snapshot_xmax(pg_current_snapshot())`;

/** A column that names a transaction, as text; `0` for one that this database has not had. */
export function writtenIn(column: SQL): SQL {
  return sql`case when ${column} < ${newestEnd} then ${column}::text else '0' end`;
}
