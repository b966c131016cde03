import { marketPage } from './en/market-page.ts';
import { withTexts } from './t.ts';
import type { PlainKeyOf } from './text-keys.ts';

/** English texts of the page of one market, which arrive with it. */
export const enMarketPage = { marketPage } as const;

/** `t` with the texts of the page of one market. */
export const t = withTexts(enMarketPage);

/** A text that stands as it is, without values: what tables of labels are made of. */
export type MarketPageTextKey = PlainKeyOf<typeof enMarketPage>;
