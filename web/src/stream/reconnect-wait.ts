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
 * How long to wait before reconnecting: exponential backoff up to half a minute, with random jitter of up to half of it
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
