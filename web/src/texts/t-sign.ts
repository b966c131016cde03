import { sign } from './en/sign.ts';
import type { en } from './en.ts';
import { addTexts, textOf } from './t.ts';
import type { Translate } from './text-keys.ts';

/** English texts of signed acts and of sessions, which arrive with the account and with the dashboard. */
export const enSign = { sign } as const;

addTexts('en', enSign);

/** `t` with the texts of signed acts and of sessions. */
export const t: Translate<typeof en & typeof enSign> = textOf;
