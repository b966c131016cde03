import { marketPage } from './en/market-page.ts';
import type { en } from './en.ts';
import { addTexts, textOf } from './t.ts';
import type { PlainKeyOf, Translate } from './text-keys.ts';

/** English texts of the page of one market, which arrive with it. */
export const enMarketPage = { marketPage } as const;

addTexts('en', enMarketPage);

/** `t` with the texts of the page of one market. */
export const t: Translate<typeof en & typeof enMarketPage> = textOf;

/** A text that stands as it is, without values: what tables of labels are made of. */
export type MarketPageTextKey = PlainKeyOf<typeof enMarketPage>;
