import { useSyncExternalStore } from 'react';

/** Whether a media query applies now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = listOf(query);
      list?.addEventListener('change', listener);
      return () => list?.removeEventListener('change', listener);
    },
    () => listOf(query)?.matches ?? false,
  );
}

/** Null where there is no layout. */
function listOf(query: string): MediaQueryList | null {
  return typeof matchMedia === 'function' ? matchMedia(query) : null;
}
