import * as enAdmin from './en-admin.ts';
import { type KeyWith, withTexts } from './t.ts';

/** English texts of the dashboard and the guardian page, loaded with the first module of either. */
export { enAdmin };

/** `t` with the texts of the dashboard and the guardian page. */
export const t = withTexts(enAdmin);

/** The key of a text without values, as tables of labels use it. */
export type AdminTextKey = KeyWith<typeof enAdmin>;
