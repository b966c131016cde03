/**
 * A position in the stream: its reader has received the effects of all transactions with lower numbers. It is the
 * lowest transaction still running when the database was read, so anything that commits later has this number or a
 * higher one, in whatever order transactions end.
 *
 * After a failover, the new database server numbers transactions on its own. So the upper bits identify the server:
 * positions of one server compare like their transactions, and those of another are out of range.
 */
export type Position = bigint;

/** More transactions than any server has. */
export const TRANSACTION_BITS = 44n;

/** The server of a position. Two servers have the same number with a chance of one in half a million. */
export const serverOf = (position: Position): bigint => position >> TRANSACTION_BITS;

/** Whether both are from the same server, so that what is new since one is what happened up to the other. */
export const isOfOneServer = (a: Position, b: Position): boolean => serverOf(a) === serverOf(b);
