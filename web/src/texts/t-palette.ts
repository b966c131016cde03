import { palette } from './en/palette.ts';
import { withTexts } from './t.ts';

/** English texts of the command palette and the list of keyboard shortcuts, loaded with the first of the two. */
export const enPalette = { palette } as const;

/** `t` with the texts of the command palette and the list of keyboard shortcuts. */
export const t = withTexts(enPalette);
