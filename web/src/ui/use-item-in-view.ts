import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a row wider than a phone: scrolls the chosen item into view whenever it changes, and each item that gets the
 * focus, because browsers don't move one that is partly visible.
 */
export function useItemInView(chosen: string): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect finds the chosen item in the DOM
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const show = (item: Element | null) => {
      if (!item) return;
      // The first item is in view until another one was. Measuring it while the page loads would delay the page.
      if (!moved.current && item === element.querySelector('a, button')) return;
      moved.current = true;
      const box = element.getBoundingClientRect();
      const { left, right } = item.getBoundingClientRect();
      // Sideways only, so the page itself doesn't scroll.
      if (right > box.right) element.scrollLeft += right - box.right;
      else if (left < box.left) element.scrollLeft -= box.left - left;
    };
    show(element.querySelector('[aria-current="true"], [aria-selected="true"]'));
    const onFocus = ({ target }: FocusEvent) => show(target as Element);
    element.addEventListener('focusin', onFocus);
    return () => element.removeEventListener('focusin', onFocus);
  }, [chosen]);
  return row;
}
