import type { Category } from '@tallystone/core/http-api/markets';
import { locale } from '../texts/language.ts';
import { t } from '../texts/t.ts';

/** The name of a category on its own: `Sports`. */
export function categoryName(category: Category): string {
  return t(`categories.${category}`);
}

/** The same within a sentence: `sports`. */
export function categoryWord(category: Category): string {
  return categoryName(category).toLocaleLowerCase(locale());
}
