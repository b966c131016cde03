import { useEffect } from 'react';
import { PRODUCT_NAME } from './product-name.ts';

/** Names the page in the browser's tab, with the product behind it. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${PRODUCT_NAME}`;
  }, [page]);
}
