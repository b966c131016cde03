import { useLayoutEffect, useRef } from 'react';

/** Has the focus in place of a button that left the page, until the focus moves on. */
let standIn: Element | null = null;

/**
 * For a button that leaves the page once it is pressed. If it leaves with the focus, the area around it gets the focus;
 * if it comes back before the focus has moved on, it gets the focus again.
 */
export function useRetryFocus() {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    if (standIn?.contains(button)) button?.focus({ preventScroll: true });
    return () => {
      if (button === null || button !== document.activeElement) return;
      const area = button.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
      if (!area) return;
      area.focus({ preventScroll: true });
      standIn = area;
      area.addEventListener('blur', () => (standIn = null), { once: true });
    };
  }, []);
  return ref;
}
