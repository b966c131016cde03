import { gamePage } from './en/game-page.ts';
import { withTexts } from './t.ts';

/** English texts of a game's page, loaded with it. */
export const enGamePage = { gamePage } as const;

/** `t` with the texts of a game's page. */
export const t = withTexts(enGamePage);
