import type { Db } from '../db/db.ts';
import { notify } from '../db/notify.ts';

/** The channel on which processes tell each other that the settings changed; the payload says nothing. */
export const SETTINGS_CHANGES = 'tallystone_settings_changed';

/** Tells every process that the settings changed. Inside a transaction it leaves with the commit. */
export async function announceSettingsChange(db: Db): Promise<void> {
  await notify(db, SETTINGS_CHANGES, '');
}
