const DAY_MS = 86_400_000;
const EARLIEST_MS = 7 * DAY_MS;
const LATEST_MS = 3 * 365 * DAY_MS;

/** Whether a start is plausible: from a week ago to three years ahead. Any other is a mistake of the feed. */
export function isPlausibleStart(startsAt: Date, now: Date): boolean {
  const aheadMs = startsAt.getTime() - now.getTime();
  // An invalid date fails these comparisons.
  return aheadMs >= -EARLIEST_MS && aheadMs <= LATEST_MS;
}
