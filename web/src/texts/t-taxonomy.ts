import { taxonomy } from './en/taxonomy.ts';
import { withTexts } from './t.ts';

/** English names of the subcategories, for the market list's filters and the dashboard. */
export const enTaxonomy = { taxonomy } as const;

/** `t` with them. */
export const t = withTexts(enTaxonomy);
