const DAY_MS = 86_400_000;
const EARLIEST_MS = 7 * DAY_MS;
const LATEST_MS = 3 * 365 * DAY_MS;

/** Whether a game can start then: a start outside of a week ago and three years ahead is a slip of the feed. */
export function isPlausibleStart(startsAt: Date, now: Date): boolean {
  const aheadMs = startsAt.getTime() - now.getTime();
  // Written so that an invalid date is refused.
  return aheadMs >= -EARLIEST_MS && aheadMs <= LATEST_MS;
}
