import type { Db } from '../db/db.ts';
import { notify } from '../db/notify.ts';

/** The channel that notifies processes of changed settings. The payload is empty. */
export const SETTINGS_CHANGES = 'tallystone_settings_changed';

/** Notifies every process of changed settings; inside a transaction, on commit. */
export async function announceSettingsChange(db: Db): Promise<void> {
  await notify(db, SETTINGS_CHANGES, '');
}
