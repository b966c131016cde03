import { solvency } from './en/solvency.ts';
import { transparency } from './en/transparency.ts';
import type { en } from './en.ts';
import { addTexts, textOf } from './t.ts';
import type { Translate } from './text-keys.ts';

/** English texts of the transparency page, which arrive with it. */
export const enTransparency = { solvency, transparency } as const;

addTexts('en', enTransparency);

/** `t` with the texts of the transparency page. */
export const t: Translate<typeof en & typeof enTransparency> = textOf;
