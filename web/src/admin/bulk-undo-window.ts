import { useCallback, useEffect, useRef, useState } from 'react';

/** How long an action can be undone, in ms. */
const UNDO_MS = 10_000;

/**
 * Whether an action can still be undone. The time restarts with every key, and stops while the pointer or the
 * focus is on the button, so that it doesn't vanish under the admin's hand.
 */
export function useUndoWindow(key: number | null) {
  const [closedFor, setClosedFor] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hold = useCallback(() => clearTimeout(timer.current), []);
  const release = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setClosedFor(key), UNDO_MS);
  }, [key]);
  useEffect(() => {
    if (key !== null) release();
    return hold;
  }, [key, release, hold]);
  return { open: key !== null && closedFor !== key, hold, release };
}
