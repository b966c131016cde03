import { ownNews } from './en/own-news.ts';
import { withTexts } from './t.ts';

/** English texts about the user's own bets, loaded once a wallet is connected or the page is touched. */
export const enOwnNews = { ownNews } as const;

/** `t` with these texts. */
export const t = withTexts(enOwnNews);
