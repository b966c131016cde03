import type { filters as english } from '../en/filters.ts';
import type { TextsLike } from '../texts-like.ts';

export const filters = {
  subcategories: 'Subcategorías',
  anySubcategory: 'Todas',
  otherSubcategory: 'Otras',
  league: 'Liga',
  anyLeague: 'Todas las ligas',
  clear: 'Quitar filtros',
} as const satisfies TextsLike<typeof english>;
