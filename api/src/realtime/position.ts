import { EPOCH_BITS, type Position, serverOf } from '@tallystone/core/stream-position';
import { type SQL, sql } from 'drizzle-orm';
import { lowestEpoch } from '../db/epochs.ts';
import { epochsSince } from '../db/epochs-since.ts';

export type { Position } from '@tallystone/core/stream-position';

/** Number of server marks, made from a server's start time. A mark and an epoch together fit a signed 64-bit number. */
const SERVERS = 2 ** 19;

/** The epoch of a position: the lowest one whose transactions may still run. */
const epochOf = (position: Position): bigint => BigInt.asUintN(Number(EPOCH_BITS), position);

/** The highest unsigned 64-bit number. */
const MOST = 2n ** 64n - 1n;

/** Parses a position sent by a reader; null if it isn't one. */
export function parsePosition(text: string): Position | null {
  if (!/^\d{1,20}$/.test(text)) return null;
  const position = BigInt(text);
  return position <= MOST ? position : null;
}

/** The mark of the server that runs a statement, from the microsecond of its start. */
const thisServer = sql`((extract(epoch from ${epochsSince}) * 1000000)::bigint % ${SERVERS}::bigint)`;

const positionOf = (epoch: SQL): SQL => sql`((${thisServer} << ${Number(EPOCH_BITS)}::int) + ${epoch})`;

/** The position at which a statement reads, as text. */
export const positionNow: SQL = sql`${positionOf(lowestEpoch)}::text`;

/** Whether the epoch in a column is at or after a position; never true for a position of another server. */
export const isWrittenSince = (column: SQL, since: Position): SQL =>
  sql`${column} >= (case when ${thisServer} = ${serverOf(since).toString()}::bigint
    then ${epochOf(since).toString()}::bigint else ${2n ** EPOCH_BITS}::bigint end)`;

/** The position of the epoch in a column, as text. */
export const writtenIn = (column: SQL): SQL => sql`${positionOf(column)}::text`;
