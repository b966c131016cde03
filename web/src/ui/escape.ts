import { useEffect, useRef } from 'react';

/** Ask each open layer to close, oldest layer first. */
const closers = new Set<() => void>();

/**
 * Makes a dialog, panel or menu known to Escape while it is open. Radix gives Escape to whatever opened last, which may
 * be a toast.
 *
 * @param close what Radix calls on Escape; it may leave the layer open
 */
export function useEscape(isOpen: boolean, close: () => void): void {
  const call = useRef(close);
  call.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const closer = () => call.current();
    closers.add(closer);
    return () => void closers.delete(closer);
  }, [isOpen]);
}

/**
 * Asks the newest open layer to close.
 *
 * @returns whether a layer is open
 */
export function closeNewestLayer(): boolean {
  const newest = [...closers].at(-1);
  newest?.();
  return newest !== undefined;
}
