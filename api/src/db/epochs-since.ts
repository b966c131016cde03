import { sql } from 'drizzle-orm';

/**
 * Since when the epochs of the database have only risen: since PostgreSQL was started, because a standby that takes over may have
 * lower ones. A database on several machines starts on each of them at another moment and loses no epoch. There the setting
 * `tallystone.epochs_since` names a moment for all (docs/operations/distributed.md).
 */
export const epochsSince = sql`coalesce(
  nullif(current_setting('tallystone.epochs_since', true), '')::timestamptz, pg_postmaster_start_time())`;
