import { useCallback, useEffect, useRef, useState } from 'react';

/** How long an action can be taken back, in ms. */
const UNDO_MS = 10_000;

/**
 * Whether the time to undo still runs. It starts anew with every key, and rests while a pointer or the focus
 * is on the button: nobody loses it while reaching for it.
 */
export function useUndoWindow(key: number | null): {
  open: boolean;
  hold: () => void;
  release: () => void;
} {
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
