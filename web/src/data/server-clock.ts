import { signal } from '../signals/signal.ts';

/** Smaller differences are ignored: the Date header has whole seconds, and the answer took a moment. */
const NOTICED_MS = 30_000;

let aheadMs = 0;
const { emit, subscribe } = signal();

/**
 * The server's time. Markets close by it, so a wrong clock in the browser must not show a closed market as open or
 * hide an open one.
 */
export const serverClock = {
  now: () => new Date(Date.now() + aheadMs),

  /** Compares with the Date header of an answer that has just arrived. */
  note(dateHeader: string | null): void {
    const difference = Date.parse(dateHeader ?? '') - Date.now();
    if (Number.isNaN(difference)) return;
    const next = Math.abs(difference) < NOTICED_MS ? 0 : difference;
    if (Math.abs(next - aheadMs) < NOTICED_MS) return;
    aheadMs = next;
    emit();
  },

  /** Calls back when the difference to the browser's clock changes. */
  subscribe,
};
