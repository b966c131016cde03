import { sql } from 'drizzle-orm';
import { pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bytes, moment, whole } from './columns.ts';

/** Keys that all processes of a deployment share. */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  key: bytes('key').notNull(),
});

/** When work that all processes share was last done, so that it isn't repeated too soon. */
export const lastRuns = pgTable('last_runs', {
  name: text().primaryKey(),
  ranAt: moment('ran_at').notNull(),
});

/**
 * Each transaction that others follow keeps one of these rows, shared, until it ends: its changes have that row's epoch, and the
 * row can't move on without it. See db/epochs.ts.
 */
export const epochs = pgTable('epochs', {
  slot: smallint().primaryKey(),
  epoch: whole('epoch').notNull(),
});

/** Locks of work that one transaction at a time may do: see named-lock.ts. A transaction holds the row that it has changed. */
export const namedLocks = pgTable('named_locks', {
  name: text().primaryKey(),
  /** How often it was taken. */
  taken: whole('taken').notNull().default(sql`1`),
});
