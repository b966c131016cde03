import { taxonomy } from '../texts/en/taxonomy.ts';
import { t } from '../texts/t-taxonomy.ts';

/** A subcategory's name; undefined if the taxonomy doesn't have it, such as `all`. */
export function subcategoryName(id: string): string | undefined {
  return isKnown(id) ? t(`taxonomy.${id}`) : undefined;
}

function isKnown(id: string): id is keyof typeof taxonomy {
  return Object.hasOwn(taxonomy, id);
}
