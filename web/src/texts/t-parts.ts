import { parts } from './en/parts.ts';
import { withTexts } from './t.ts';

/** English texts of sold parts, loaded with the first list of bets that may have them. */
export const enParts = { parts } as const;

/** `t` with them. */
export const t = withTexts(enParts);
