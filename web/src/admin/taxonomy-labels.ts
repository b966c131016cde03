import { CATEGORY_TAXONOMY, type CategoryEntry } from '@tallystone/core/markets/category-taxonomy';
import { taxonomy } from '../texts/en/taxonomy.ts';
import { t } from '../texts/t-admin.ts';

/** A subcategory's name; undefined if the taxonomy doesn't have it, such as `all`. */
export function subcategoryLabel(id: string): string | undefined {
  return isKnown(id) ? t(`taxonomy.${id}`) : undefined;
}

/** Select options for the market type. */
export function typeOptions(): { value: string; label: string }[] {
  return CATEGORY_TAXONOMY.map(({ id }) => ({ value: id, label: t(`categories.${id}`) }));
}

/** Select options for the categories of a type. */
export function categoryOptions({ subcategories }: CategoryEntry): { value: string; label: string }[] {
  return subcategories.map(({ id, label }) => ({ value: id, label: subcategoryLabel(id) ?? label }));
}

function isKnown(id: string): id is keyof typeof taxonomy {
  return Object.hasOwn(taxonomy, id);
}
