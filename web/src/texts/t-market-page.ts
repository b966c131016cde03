import { marketPage } from './en/market-page.ts';
import { withTexts } from './t.ts';
import type { PlainKeyOf } from './text-keys.ts';

/** English texts of a market's page, loaded with it. */
export const enMarketPage = { marketPage } as const;

/** `t` with the texts of a market's page. */
export const t = withTexts(enMarketPage);

/** The key of a text without values, as tables of labels use it. */
export type MarketPageTextKey = PlainKeyOf<typeof enMarketPage>;
