import { mismatch } from './en/mismatch.ts';
import { withTexts } from './t.ts';

/** English texts of the bar about another account or chain, loaded with it. */
export const enMismatch = { mismatch } as const;

/** `t` with them. */
export const t = withTexts(enMismatch);
