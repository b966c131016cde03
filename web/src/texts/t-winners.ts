import { winners } from './en/winners.ts';
import { withTexts } from './t.ts';

/** English texts about markets of which several outcomes win, for the parts in which a bet on one begins. */
export const enWinners = { winners } as const;

/** `t` with them. */
export const t = withTexts(enWinners);
