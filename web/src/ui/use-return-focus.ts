import { type RefObject, useRef } from 'react';

/** Sets the initial focus of a dialog, the first control by default, and returns focus when it closes. */
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
      // Without a trigger Radix would leave focus on the body.
      event.preventDefault();
      if (openedFrom.current instanceof HTMLElement) openedFrom.current.focus({ preventScroll: true });
    },
  };
}
