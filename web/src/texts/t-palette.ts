import { palette } from './en/palette.ts';
import type { en } from './en.ts';
import { addTexts, textOf } from './t.ts';
import type { Translate } from './text-keys.ts';

/** English texts of the command palette and of the help on keys, which arrive with the first of them. */
export const enPalette = { palette } as const;

addTexts('en', enPalette);

/** `t` with the texts of the command palette and of the help on keys. */
export const t: Translate<typeof en & typeof enPalette> = textOf;
