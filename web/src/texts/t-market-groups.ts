import { marketGroups } from './en/market-groups.ts';
import { withTexts } from './t.ts';

/** English names of the groups of a game's markets, for the page of a game and the dashboard. */
export const enMarketGroups = { marketGroups } as const;

/** `t` with them. */
export const t = withTexts(enMarketGroups);
