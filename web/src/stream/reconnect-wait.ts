const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** What a server may ask for at most; the page is of no use while it waits. */
const LONGEST_ASKED_MS = 60_000;

/**
 * How long to wait before the stream is tried again: twice as long each time, up to half a minute, and by chance up to
 * half of it less, so that not everybody comes back at the same moment. Never sooner than the server asked for.
 *
 * @param failures tries in a row that failed, the latest included; 1 or more
 * @param random between 0 and 1
 * @param askedMs of a refusal that said when to come back
 * @returns ms
 */
export function reconnectWait({
  failures,
  random,
  askedMs = 0,
}: {
  failures: number;
  random: number;
  askedMs?: number;
}): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 16), LONGEST_MS);
  const wait = Math.round(full * (1 - random / 2));
  const asked = Math.min(askedMs, LONGEST_ASKED_MS);
  // Those who were refused together would all be back together.
  return asked > wait ? Math.round(asked * (1 + random / 4)) : wait;
}
