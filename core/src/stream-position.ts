/**
 * A position in the stream: its reader has received the effects of all transactions of lower epochs. An epoch ends when the last
 * of its transactions does, so anything that commits later has the epoch of the position or a higher one, in whatever order
 * transactions commit.
 *
 * After a failover, the new database server may lack what the old one had. So the upper bits identify the server: positions of
 * one server compare like their epochs, and those of another are out of range.
 */
export type Position = bigint;

/** Epochs are milliseconds since 1970: enough for 500 years. */
export const EPOCH_BITS = 44n;

/** The server of a position. Two servers have the same number with a chance of one in half a million. */
export const serverOf = (position: Position): bigint => position >> EPOCH_BITS;

/** Whether both are from the same server, so that what is new since one is what happened up to the other. */
export const isOfOneServer = (a: Position, b: Position): boolean => serverOf(a) === serverOf(b);
