import { hints } from './en/hints.ts';
import { withTexts } from './t.ts';

/** English texts of the hints for new users, loaded with the first hint. */
export const enHints = { hints } as const;

/** `t` with these texts. */
export const t = withTexts(enHints);
