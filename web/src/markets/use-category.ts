import type { Category } from '@tallystone/core/http-api';
import { CATEGORY_TAXONOMY } from '@tallystone/core/markets/category-taxonomy';
import { useSearchParams } from 'wouter';

const INITIAL: Category = 'sports';

/**
 * The selected category, kept in the address as `?category=`; sports when it names none that is on offer.
 * `offered` is null until the markets are known: then the address is believed.
 */
export function useCategory(offered: readonly Category[] | null): [Category, (category: Category) => void] {
  const [params, setParams] = useSearchParams();
  const asked = CATEGORY_TAXONOMY.find(({ id }) => id === params.get('category'))?.id ?? INITIAL;
  const category = offered === null || offered.includes(asked) ? asked : INITIAL;
  const select = (next: Category) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === INITIAL) after.delete('category');
        else after.set('category', next);
        return after;
      },
      { replace: true },
    );
  return [category, select];
}
