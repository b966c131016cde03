import type { en } from './en.ts';
import { addTexts, textOf } from './t.ts';
import type { Translate } from './text-keys.ts';

/** English texts of the account and of receipts, which arrive with them. */
export const enAccount = {} as const;

addTexts('en', enAccount);

/** `t` with the texts of the account and of receipts. */
export const t: Translate<typeof en & typeof enAccount> = textOf;
