import type { Db } from '../db/db.ts';
import { publisherOf } from '../db/messenger.ts';

/** The channel that notifies processes of changed settings. The payload is empty. */
export const SETTINGS_CHANGES = 'tallystone_settings_changed';

/** Notifies every process of changed settings; inside a transaction, on commit. */
export async function announceSettingsChange(db: Db): Promise<void> {
  await publisherOf(db).publish(db, SETTINGS_CHANGES, ['']);
}
