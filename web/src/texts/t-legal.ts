import type { en } from './en.ts';
import { addTexts, textOf } from './t.ts';
import type { Translate } from './text-keys.ts';

/** English texts of the legal terms, which arrive with them. */
export const enLegal = {} as const;

addTexts('en', enLegal);

/** `t` with the legal terms. */
export const t: Translate<typeof en & typeof enLegal> = textOf;
