import { bet } from './en/bet.ts';
import { live } from './en/live.ts';
import { transaction } from './en/transaction.ts';
import type { en } from './en.ts';
import { addTexts, textOf } from './t.ts';
import type { PlainKeyOf, Translate } from './text-keys.ts';

/** English texts of preparing and following a bet, which arrive with its dialog. */
export const enBet = { bet, live, transaction } as const;

addTexts('en', enBet);

/** `t` with the texts of preparing and following a bet. */
export const t: Translate<typeof en & typeof enBet> = textOf;

/** A text of these that stands as it is, without values. */
export type TextKey = PlainKeyOf<typeof en & typeof enBet>;
