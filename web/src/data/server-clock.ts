import { signal } from '../signals/signal.ts';

/** The Date header has whole seconds and the answer took a moment: a smaller difference says nothing. */
const NOTICED_MS = 30_000;

let aheadMs = 0;
const { tell, subscribe } = signal();

/**
 * The time by the server's clock. Markets close by it, so a wrong clock in the browser must not show a
 * closed market as open or hide an open one.
 */
export const serverClock = {
  now(): Date {
    return new Date(Date.now() + aheadMs);
  },

  /** Compares with the Date header of an answer that has just come in. */
  note(dateHeader: string | null): void {
    const difference = Date.parse(dateHeader ?? '') - Date.now();
    if (Number.isNaN(difference)) return;
    const next = Math.abs(difference) < NOTICED_MS ? 0 : difference;
    if (Math.abs(next - aheadMs) < NOTICED_MS) return;
    aheadMs = next;
    tell();
  },

  /** Told when the difference to the browser's clock has changed. */
  subscribe,
};
