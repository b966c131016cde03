import * as enAdmin from './en-admin.ts';
import { withTexts } from './t.ts';
import type { PlainKeyOf } from './text-keys.ts';

/** They arrive with the first module of the dashboard or of the guardians. */
export { enAdmin };

/** `t` with the texts of the dashboard and of the guardians. */
export const t = withTexts(enAdmin);

/** A text that stands as it is, without values: what tables of labels are made of. */
export type AdminTextKey = PlainKeyOf<typeof enAdmin>;
