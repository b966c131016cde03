import { automatic } from './en/automatic.ts';
import { withTexts } from './t.ts';

/** English texts of automatic cash-outs in lists of bets, loaded with the first list. */
export const enAutomatic = { automatic } as const;

/** `t` with them. */
export const t = withTexts(enAutomatic);
