import { useEffect, useRef } from 'react';

/** Calls `close` after `delayMs` of unpaused time while `active`. Time before a pause counts. */
export function useAutoClose({
  active,
  paused,
  delayMs,
  close,
}: {
  active: boolean;
  paused: boolean;
  delayMs: number;
  close: () => void;
}): void {
  const left = useRef(delayMs);
  const latestClose = useRef(close);
  useEffect(() => {
    latestClose.current = close;
  }, [close]);

  useEffect(() => {
    if (!active || paused) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => latestClose.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - startedAt;
    };
  }, [active, paused]);
}
