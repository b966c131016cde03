import { useEffect } from 'react';
import { PRODUCT_NAME } from './product-name.ts';

/** Sets the title of the browser tab to the page and the product. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${PRODUCT_NAME}`;
  }, [page]);
}
