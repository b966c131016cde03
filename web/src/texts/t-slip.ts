import { slip } from './en/slip.ts';
import { type KeyWith, withTexts } from './t.ts';
import type { enBet } from './t-bet.ts';
// The slip shows parts of the bet form too.
import './t-bet.ts';

/** English texts of the slip, loaded with its first selection. */
export const enSlip = { slip } as const;

/** `t` with the texts of the slip and of preparing a bet. */
export const t = withTexts<typeof enSlip, typeof enBet>(enSlip);

/** The key of one of these texts that takes no values. */
export type TextKey = KeyWith<typeof enBet & typeof enSlip>;
