import { CATEGORY_TAXONOMY, type CategoryEntry } from '@tallystone/core/markets/category-taxonomy';
import { subcategoryName } from '../finding/subcategory-name.ts';
import { t } from '../texts/t-admin.ts';

/** Select options for the market type. */
export function typeOptions(): { value: string; label: string }[] {
  return CATEGORY_TAXONOMY.map(({ id }) => ({ value: id, label: t(`categories.${id}`) }));
}

/** Select options for the categories of a type. */
export function categoryOptions({ subcategories }: CategoryEntry): { value: string; label: string }[] {
  return subcategories.map(({ id, label }) => ({ value: id, label: subcategoryName(id) ?? label }));
}
