import { palette } from './en/palette.ts';
import { withTexts } from './t.ts';

/** English texts of the command palette and of the help on keys, which arrive with the first of them. */
export const enPalette = { palette } as const;

/** `t` with the texts of the command palette and of the help on keys. */
export const t = withTexts(enPalette);
