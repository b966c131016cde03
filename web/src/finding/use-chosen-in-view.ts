import { type RefObject, useEffect, useRef } from 'react';

/** For a row wider than a phone: scrolls the chosen item into view whenever it changes. */
export function useChosenInView(chosen: string): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect finds the chosen item in the DOM
  useEffect(() => {
    const mark = row.current?.querySelector('[aria-current="true"], [aria-selected="true"]');
    if (!row.current || !mark) return;
    // The first item is in view until another one is chosen. Measuring it while the page loads would delay the page.
    if (!moved.current && mark === row.current.querySelector('a, button')) return;
    moved.current = true;
    const box = row.current.getBoundingClientRect();
    const { left, right } = mark.getBoundingClientRect();
    // Sideways only, so the page itself doesn't scroll.
    if (right > box.right) row.current.scrollLeft += right - box.right;
    else if (left < box.left) row.current.scrollLeft -= box.left - left;
  }, [chosen]);
  return row;
}
