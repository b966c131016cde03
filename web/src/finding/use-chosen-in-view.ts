import { type RefObject, useEffect, useRef } from 'react';

/** For a row that is wider than a phone: whenever something else is chosen in it, that is brought into view. */
export function useChosenInView(chosen: string): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is chosen marks itself
  useEffect(() => {
    const mark = row.current?.querySelector('[aria-current="true"], [data-state="active"]');
    if (!row.current || !mark) return;
    const box = row.current.getBoundingClientRect();
    const { left, right } = mark.getBoundingClientRect();
    // Sideways only: the page itself stays where it is.
    if (right > box.right) row.current.scrollLeft += right - box.right;
    else if (left < box.left) row.current.scrollLeft -= box.left - left;
  }, [chosen]);
  return row;
}
