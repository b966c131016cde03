import * as enAdmin from './en-admin.ts';
import { withTexts } from './t.ts';
import type { PlainKeyOf } from './text-keys.ts';

/** English texts of the dashboard and the guardian page, loaded with the first module of either. */
export { enAdmin };

/** `t` with the texts of the dashboard and the guardian page. */
export const t = withTexts(enAdmin);

/** The key of a text without values, as tables of labels use it. */
export type AdminTextKey = PlainKeyOf<typeof enAdmin>;
