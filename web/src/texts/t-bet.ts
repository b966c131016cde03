import { bet } from './en/bet.ts';
import { live } from './en/live.ts';
import { transaction } from './en/transaction.ts';
import { type KeyWith, withTexts } from './t.ts';

/** English texts for preparing and following a bet, loaded with the bet dialog. */
export const enBet = { bet, live, transaction } as const;

/** `t` with the texts for preparing and following a bet. */
export const t = withTexts(enBet);

/** The key of one of these texts that takes no values. */
export type TextKey = KeyWith<typeof enBet>;
