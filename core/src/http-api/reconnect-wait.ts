/** The stream sends something at least every 10 seconds: after this long without data the connection is dead, in ms. */
export const SILENT_MS = 25_000;
/** A connection that lasted this long resets the reconnect waits, in ms. */
export const STEADY_MS = 10_000;

const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** Longest wait that the server may ask for, since prices can't be bet on meanwhile. */
const LONGEST_ASKED_MS = 60_000;

interface Attempt {
  failures: number;
  random: number;
  askedMs?: number;
}

/**
 * How long to wait before reconnecting, or before a call is sent again: exponential backoff up to half a minute, with random jitter of up to half of it
 * so that clients don't all reconnect at once. Never sooner than the server asked for.
 *
 * @param failures failed attempts in a row, including the latest; 1 or more
 * @param random between 0 and 1
 * @param askedMs the wait that the server's refusal asked for
 * @returns ms
 */
export function reconnectWait({ failures, random, askedMs = 0 }: Attempt): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 16), LONGEST_MS);
  const wait = Math.round(full * (1 - random / 2));
  const asked = Math.min(askedMs, LONGEST_ASKED_MS);
  // Jitter here too: clients refused together would otherwise return together.
  return asked > wait ? Math.round(asked * (1 + random / 4)) : wait;
}

/**
 * @param retryAfter the header of a refusal
 * @returns how long the server asked to wait, in ms; 0 if it didn't
 */
export function askedWait(retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}
