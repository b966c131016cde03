import { bet } from './en/bet.ts';
import { live } from './en/live.ts';
import { transaction } from './en/transaction.ts';
import { type KeyWith, withTexts } from './t.ts';

/** English texts of preparing and following a bet, which arrive with its dialog. */
export const enBet = { bet, live, transaction } as const;

/** `t` with the texts of preparing and following a bet. */
export const t = withTexts(enBet);

/** A text of these that stands as it is, without values. */
export type TextKey = KeyWith<typeof enBet>;
