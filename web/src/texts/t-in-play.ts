import { inPlay } from './en/in-play.ts';
import { type KeyWith, withTexts } from './t.ts';

/** English texts about games that are being played, loaded with the first one that the page shows. */
export const enInPlay = { inPlay } as const;

/** `t` with them. */
export const t = withTexts(enInPlay);

/** The key of one of these texts that takes no values. */
export type TextKey = KeyWith<typeof enInPlay>;
