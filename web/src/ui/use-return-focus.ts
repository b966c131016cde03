import { type RefObject, useRef } from 'react';

/** Where the focus starts in a dialog, the first control by default; afterwards it goes back to what had it before. */
export function useReturnFocus(initial?: RefObject<HTMLElement | null>) {
  const openedFrom = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      openedFrom.current = document.activeElement;
      if (!initial?.current) return;
      event.preventDefault();
      initial.current.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      // Without a trigger of its own the primitive would leave focus on the body.
      event.preventDefault();
      if (openedFrom.current instanceof HTMLElement) openedFrom.current.focus({ preventScroll: true });
    },
  };
}
