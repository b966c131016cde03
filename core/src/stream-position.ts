/**
 * How far a reader of the stream has come: all that transactions with a lower number did has reached it. It is the
 * lowest transaction that still ran when the database was read, so whatever commits later has this number or a
 * higher one, in whichever order transactions end.
 *
 * A database server that takes over counts transactions on its own. So the upper bits tell servers apart: positions of
 * one compare as their transactions do, and one of another server lies outside of all of them.
 */
export type Position = bigint;

/** More transactions than any server has. */
export const TRANSACTION_BITS = 44n;

/** Which server gave a position; the same number for two servers is an accident of one in half a million. */
export const serverOf = (position: Position): bigint => position >> TRANSACTION_BITS;

/** Whether the same server gave both, so that what is new since the one is what came up to the other. */
export const isOfOneServer = (a: Position, b: Position): boolean => serverOf(a) === serverOf(b);
