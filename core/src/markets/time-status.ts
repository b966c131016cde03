/** A market is live during this last stretch before its end. */
export const LIVE_WINDOW_MS = 3_600_000;

export type TimeStatus = 'upcoming' | 'live' | 'ended';

/**
 * A market's status by the clock, for display only.
 *
 * @param endsAt moment or ISO text
 * @see docs/design/fixed-values.md#markets
 */
export function timeStatus({ endsAt, now }: { endsAt: Date | string; now: Date }): TimeStatus {
  const leftMs = new Date(endsAt).getTime() - now.getTime();
  if (leftMs <= 0) return 'ended';
  return leftMs <= LIVE_WINDOW_MS ? 'live' : 'upcoming';
}
