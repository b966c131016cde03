import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { epochAfter, pinned } from '../db/epochs.ts';
import { publisherOf } from '../db/messenger.ts';

/** The channel that notifies processes of changed settings. The payload is empty. */
export const SETTINGS_CHANGES = 'tallystone_settings_changed';

/**
 * Marks the changed settings, so that streams find them, and notifies every process of them; inside a transaction, on commit.
 */
export async function announceSettingsChange(db: Db): Promise<void> {
  const publisher = publisherOf(db);
  await db.execute(sql`
    with ${pinned()}, changed as (update settings set epoch = ${epochAfter(sql`settings.epoch`)})
    select ${publisher.publishing(SETTINGS_CHANGES, sql`''`)}`);
  publisher.published(db, SETTINGS_CHANGES, ['']);
}
