import { CATEGORY_TAXONOMY, type CategoryEntry } from '@tallystone/core/markets/category-taxonomy';
import { taxonomy } from '../texts/en/taxonomy.ts';
import { t } from '../texts/t-admin.ts';

/** What a subcategory is called; undefined for none of the taxonomy, such as `all`. */
export function subcategoryLabel(id: string): string | undefined {
  return isKnown(id) ? t(`taxonomy.${id}`) : undefined;
}

/** The types of markets to choose from. */
export function typeOptions(): { value: string; label: string }[] {
  return CATEGORY_TAXONOMY.map(({ id }) => ({ value: id, label: t(`categories.${id}`) }));
}

/** The categories of a type to choose from. */
export function categoryOptions({ subcategories }: CategoryEntry): { value: string; label: string }[] {
  return subcategories.map(({ id, label }) => ({ value: id, label: subcategoryLabel(id) ?? label }));
}

function isKnown(id: string): id is keyof typeof taxonomy {
  return Object.hasOwn(taxonomy, id);
}
