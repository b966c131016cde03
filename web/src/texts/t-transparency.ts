import { solvency } from './en/solvency.ts';
import { transparency } from './en/transparency.ts';
import { withTexts } from './t.ts';

/** English texts of the transparency page, loaded with it. */
export const enTransparency = { solvency, transparency } as const;

/** `t` with the texts of the transparency page. */
export const t = withTexts(enTransparency);
