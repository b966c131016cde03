import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, moment } from './columns.ts';

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
